import { Advertisements, boardEvents, CustomTables, PriceSnapshot, ShopDashboard } from '@sarafa/contracts';
import { z, type ZodType } from 'zod';
import { type BoardState, emptyBoard } from '../board-state.js';
import type { KeptClock } from './server-clock.js';

/** Followed by a shop's id: what its board keeps. */
export const KEPT_BOARD = 'sarafa.board.v1.';
const key = (id: string) => KEPT_BOARD + id;

const Clock = z.object({ ahead: z.number(), knownAt: z.number() });
const Prices = z.object({ snapshot: PriceSnapshot, own: z.boolean() });

interface KeptBoard {
  readonly board: BoardState;
  readonly clock: KeptClock | undefined;
}

/**
 * What a board knew before a restart, with nothing marked as confirmed. Each part is parsed on its own: one that this release
 * can't read is left out, and the rest comes back.
 */
export function loadBoard(id: string): KeptBoard {
  const kept = readStorage(id);
  const part = <T>(name: string, schema: ZodType<T>): T | undefined => {
    const parsed = schema.safeParse(kept[name]);
    return parsed.success ? parsed.data : undefined;
  };
  const profile = part('profile', ShopDashboard);
  const prices = part('prices', Prices);
  const board: BoardState = {
    ...emptyBoard(id),
    profile: profile ?? null,
    prices: prices ? { ...prices, isConfirmed: false, received: false } : null,
    customTables: { rows: part('customTables', CustomTables) ?? [], received: false },
    advertisements: part('advertisements', Advertisements) ?? [],
    site: part('site', boardEvents.maintenance) ?? null,
    heardAt: part('heardAt', z.number()) ?? null,
    settled: profile !== undefined,
  };
  return { board, clock: part('clock', Clock) };
}

/** With a full or forbidden storage the board works, but forgets its state in a power cut. */
export function saveBoard(board: BoardState, clock: KeptClock | undefined): void {
  const { id, profile, prices, customTables, advertisements, site, heardAt } = board;
  const kept = {
    profile,
    prices: prices && { snapshot: prices.snapshot, own: prices.own },
    customTables: customTables.rows,
    advertisements,
    site,
    heardAt,
    clock,
  };
  try {
    localStorage.setItem(key(id), JSON.stringify(kept));
  } catch {
    return;
  }
}

export function forgetBoard(id: string): void {
  try {
    localStorage.removeItem(key(id));
  } catch {
    return;
  }
}

function readStorage(id: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key(id)) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
