import {
  type Advertisement,
  type boardEvents,
  type CustomTable,
  entriesOf,
  offeredTypes,
  type PricedRow,
  type PriceSnapshot,
  type ShopDashboard,
  type SiteState,
} from '@sarafa/contracts';
import { isSample } from '@sarafa/words';
import type { z } from 'zod';

/** What the server's heartbeat says about its release. */
export type ServerRelease = Omit<z.infer<(typeof boardEvents)['heartbeat']>, 'now'>;

export interface ShownPrices {
  readonly snapshot: PriceSnapshot;
  /** Whether the prices have this shop's margins; otherwise they are from `/prices/detailed` (rule 7.7). */
  readonly own: boolean;
  /** Whether the server confirmed them when it was last asked. Without that no rate is shown as live. */
  readonly isConfirmed: boolean;
  /** Whether they came from the server since the board started. Kept prices are no base for a flash. */
  readonly received: boolean;
}

interface ShownTables {
  readonly rows: readonly CustomTable[];
  readonly received: boolean;
}

/** The change of a card's price in rupees, while the card flashes. */
export interface Flash {
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
  readonly heardAt: number | null;
  /** From the last heartbeat. */
  readonly server: ServerRelease | null;
  /** Whether some ads have no room on this device, so that they play from the network alone. */
  readonly isDiskFull: boolean;
  /** By the card's key. */
  readonly flashes: Readonly<Record<string, Flash>>;
  readonly flashCount: number;
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
  | { readonly type: 'flash-over'; readonly seq: number };

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
    heardAt: null,
    server: null,
    isDiskFull: false,
    flashes: {},
    flashCount: 0,
  };
}

export const OPEN_SITE = { isMaintenanceMode: false, enabled: true };

/** The board's state after `action`. A pure function. */
export function boardReducer(state: BoardState, action: BoardAction): BoardState {
  switch (action.type) {
    case 'profile':
      return withProfile(state, action.value);
    case 'prices':
      return withPrices(state, { snapshot: action.value, own: true, isConfirmed: true, received: true });
    case 'detailed-prices':
      return state.prices?.own
        ? state
        : withPrices(state, { snapshot: action.value, own: false, isConfirmed: true, received: true });
    case 'prices-failed':
      return withUnconfirmedPrices(state);
    case 'custom-tables':
      return withTables(state, action.value);
    case 'advertisements':
      return { ...state, advertisements: action.value };
    case 'site':
      return { ...state, site: { ...OPEN_SITE, ...state.site, ...action.value } };
    case 'server':
      return withServer(state, action.value);
    case 'disk':
      return state.isDiskFull === action.isFull ? state : { ...state, isDiskFull: action.isFull };
    case 'reached':
      return { ...state, link: 'reached', heardAt: action.at ?? state.heardAt };
    case 'lost':
      return { ...withUnconfirmedPrices(state), link: 'offline', settled: true };
    case 'gone':
      return state.found
        ? { ...withUnconfirmedPrices(state), found: false, settled: true }
        : { ...emptyBoard(state.id), link: state.link, found: false, isForgotten: true, settled: true };
    case 'settled':
      return state.settled ? state : { ...state, settled: true };
    case 'flash-over':
      return withoutFlashes(state, action.seq);
  }
}

/** A heartbeat with the same content as the last one changes nothing. */
function withServer(state: BoardState, { release, oldestProtocol }: ServerRelease): BoardState {
  const { server } = state;
  if (server && server.release === release && server.oldestProtocol === oldestProtocol) return state;
  return { ...state, server: { release, oldestProtocol } };
}

function withPrices(state: BoardState, prices: ShownPrices): BoardState {
  const before = state.prices;
  const next = { ...state, prices };
  return before && areComparable(before, prices) ? withFlashes(next, marketPrices(before), marketPrices(prices)) : next;
}

/**
 * Sample rates and market rates can't be compared, nor rates with and without the shop's margins, nor those with another duty or
 * of the market and of a list, so a change between these is no rise or fall. Nor is one between prices of the market that a
 * gateway of the release before sends, which don't say their duty.
 */
function areComparable(before: ShownPrices, after: ShownPrices): boolean {
  const dutyOf = ({ duty, rate_list }: PriceSnapshot) => duty?.lastUpdated ?? (rate_list && 'list');
  const areOf = ({ own, snapshot }: ShownPrices) => `${own} ${isSample(snapshot)} ${dutyOf(snapshot)}`;
  return before.received && !!dutyOf(after.snapshot) && areOf(before) === areOf(after);
}

/** While the subscription isn't valid, the server confirms no rates, also when it is valid again before the next ones come. */
function withProfile(before: BoardState, profile: ShopDashboard): BoardState {
  const state = profile.isSubscriptionValid ? before : withUnconfirmedPrices(before);
  return { ...state, profile, found: true, isForgotten: false };
}

function withUnconfirmedPrices(state: BoardState): BoardState {
  return state.prices?.isConfirmed ? { ...state, prices: { ...state.prices, isConfirmed: false } } : state;
}

function withTables(state: BoardState, rows: CustomTable[]): BoardState {
  const before = state.customTables;
  const next = { ...state, customTables: { rows, received: true } };
  return before.received ? withFlashes(next, priceById(before.rows), priceById(rows)) : next;
}

function withFlashes(state: BoardState, before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): BoardState {
  const seq = state.flashCount + 1;
  const flashes = { ...state.flashes };
  let hasFlash = false;
  after.forEach((price, key) => {
    const old = before.get(key);
    if (old === undefined || old === price) return;
    flashes[key] = { by: price - old, seq };
    hasFlash = true;
  });
  return hasFlash ? { ...state, flashes, flashCount: seq } : state;
}

function withoutFlashes(state: BoardState, seq: number): BoardState {
  const left = Object.entries(state.flashes).filter(([, flash]) => flash.seq > seq);
  return left.length === Object.keys(state.flashes).length ? state : { ...state, flashes: Object.fromEntries(left) };
}

/** The market's prices on the board by their cards' keys. */
function marketPrices(prices: ShownPrices): Map<string, number> {
  const own = ownRows(prices);
  const all = own
    ? own.map((row) => [figureKey(row), row.price] as const)
    : entriesOf(prices.snapshot, offeredTypes).map(([type, { sell }]) => [type, sell] as const);
  return new Map(all.flatMap(([key, price]) => (price === null ? [] : [[key, price]])));
}

function priceById(rows: readonly { id: string; price: number }[]): Map<string, number> {
  return new Map(rows.map(({ id, price }) => [id, price]));
}

/** The rows of the shop's own list; undefined while the board shows the standard ones. */
export function ownRows(prices: ShownPrices | null): readonly PricedRow[] | undefined {
  return prices?.snapshot.rows_mode && prices.snapshot.rows;
}

/** The same for a row whose price may be compared with that of the last quote. */
export function figureKey({ id, metal, fineness, unit_grams, side }: PricedRow): string {
  return [id, metal, fineness, unit_grams, side].join(' ');
}
