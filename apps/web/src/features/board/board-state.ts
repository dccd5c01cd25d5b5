import type { Advertisement, boardEvents, CustomTable, PriceSnapshot, ShopDashboard, SiteState } from '@sarafa/contracts';
import type { z } from 'zod';

/** What the server's heartbeat says about its release. */
export type ServerRelease = Omit<z.infer<(typeof boardEvents)['heartbeat']>, 'now'>;

export interface ShownPrices {
  readonly snapshot: PriceSnapshot;
  /** Whether the prices have this shop's margins; otherwise they are from `/prices/detailed` (rule 7.7). */
  readonly own: boolean;
  /** Whether the server confirmed them when it was last asked. Without that no rate is shown as live. */
  readonly fresh: boolean;
  /** Whether they came from the server since the board started. Kept prices are no base for a flash. */
  readonly received: boolean;
}

interface ShownTables {
  readonly rows: readonly CustomTable[];
  readonly received: boolean;
}

/** The change of a card's price in rupees, while the card flashes. */
export interface Move {
  readonly by: number;
  readonly seq: number;
}

export interface BoardState {
  readonly id: string;
  /** Whether the server can be reached, by the stream or by a poll. */
  readonly link: 'starting' | 'reached' | 'offline';
  /** Whether the first answers have come, or it is clear that none will come soon. */
  readonly settled: boolean;
  /** Whether the server knows the shop; the board shows nothing of one that it doesn't. */
  readonly found: boolean;
  /** Whether the server was asked again, and still doesn't know the shop. */
  readonly isForgotten: boolean;
  readonly profile: ShopDashboard | null;
  readonly prices: ShownPrices | null;
  readonly customTables: ShownTables;
  readonly advertisements: readonly Advertisement[];
  readonly site: SiteState | null;
  /** The server's time when it was last heard; milliseconds since 1970. */
  readonly receivedAt: number | null;
  /** From the last heartbeat. */
  readonly server: ServerRelease | null;
  /** Whether some ads have no room on this device, so that they play from the network alone. */
  readonly isDiskFull: boolean;
  /** By the card's key. */
  readonly moves: Readonly<Record<string, Move>>;
  readonly moveSeq: number;
}

export type BoardAction =
  | { readonly type: 'profile'; readonly value: ShopDashboard }
  | { readonly type: 'prices'; readonly value: PriceSnapshot }
  | { readonly type: 'custom-tables'; readonly value: CustomTable[] }
  | { readonly type: 'advertisements'; readonly value: Advertisement[] }
  | { readonly type: 'site'; readonly value: Partial<SiteState> }
  /** The shop's own rates can't be read at the moment. */
  | { readonly type: 'prices-failed' }
  /** Rates without the shop's margins, for a board that has no rates at all. */
  | { readonly type: 'detailed-prices'; readonly value: PriceSnapshot }
  | { readonly type: 'server'; readonly value: ServerRelease }
  | { readonly type: 'disk'; readonly isFull: boolean }
  | { readonly type: 'reached'; readonly at: number | null }
  | { readonly type: 'lost' }
  /** The shop is unknown or was deleted. */
  | { readonly type: 'gone' }
  | { readonly type: 'settled' }
  | { readonly type: 'moves-over'; readonly seq: number };

export function emptyBoard(id: string): BoardState {
  return {
    id,
    link: 'starting',
    settled: false,
    found: true,
    isForgotten: false,
    profile: null,
    prices: null,
    customTables: { rows: [], received: false },
    advertisements: [],
    site: null,
    receivedAt: null,
    server: null,
    isDiskFull: false,
    moves: {},
    moveSeq: 0,
  };
}
