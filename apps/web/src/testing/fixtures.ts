import {
  type CustomTable,
  newShop,
  type OwnAdvertisement,
  type PricedRow,
  type PriceSnapshot,
  type RateList,
  type RowsBasis,
  type Screen,
  type ShopDashboard,
  type ShownState,
  type Whole,
  wholeShop,
} from '@sarafa/contracts';

export const SHOP_ID = '0123456789abcdef01234567';
/** Friday, 20 November 2026, 4:10:32 pm in Asia/Kolkata. */
export const NOW = Date.parse('2026-11-20T10:40:32.000Z');

export function shop(changes: Partial<ShopDashboard> = {}): Whole<ShopDashboard> {
  return wholeShop({
    id: SHOP_ID,
    _id: SHOP_ID,
    role: 'user',
    ...newShop,
    username: 'mahalaxmi',
    shop_name: 'Mahalaxmi Jewellers',
    price_update_interval: 60_000,
    dynamic_price_interval: 5,
    subscription_end_date: '2027-11-20T00:00:00.000Z',
    isSubscriptionValid: true,
    isSubscriptionExpired: false,
    ...changes,
  });
}

interface Shown {
  readonly gold24?: number;
  readonly state?: ShownState;
  readonly lastUpdated?: string;
  readonly source?: string;
  readonly seq?: number;
  readonly rate_list?: PriceSnapshot['rate_list'];
  readonly held?: PriceSnapshot['held'];
  readonly rows?: PricedRow[];
}

export function rates({
  gold24 = 157_821,
  state = 'live',
  lastUpdated = '2026-11-20T10:40:00.000Z',
  source = 'gold-api.com',
  ...others
}: Shown = {}): PriceSnapshot {
  return {
    gold_24k: { sell: gold24, buy: 151_508 },
    gold_22k: { sell: 144_564, buy: 138_781 },
    gold_18k: { sell: 118_366, buy: 113_631 },
    silver: { sell: 236_450, buy: 226_992 },
    lastUpdated,
    updated_at: lastUpdated,
    source,
    city: 'Mumbai',
    stale: state === 'stale',
    state,
    duty: { goldImportDuty: 5, silverImportDuty: 6, lastUpdated: '1970-01-01T00:00:00.000Z' },
    ...others,
  };
}

/** A list that was set at 9:40 am, and what the answer of its shop says of it. */
export const LISTED = {
  state: 'listed',
  lastUpdated: '2026-11-20T04:10:00.000Z',
  source: 'Zaveri Association',
  rate_list: { name: 'Zaveri Association', set_at: '2026-11-20T04:10:00.000Z' },
} as const satisfies Shown;

/** A list that was set an hour ago, with a base rate of gold and silver. */
export function rateList(changes: Partial<RateList> = {}): RateList {
  const id = changes.id ?? 'd'.repeat(24);
  return {
    ...{ id, _id: id, name: 'Mumbai association', valid_hours: 24, set_at: new Date(Date.now() - 3_600_000).toISOString() },
    ...{ gold: { fineness: 995, per_gram: 14_085.7 }, silver: { fineness: 999, per_gram: 168.25 }, prices: [] },
    reminder_time: null,
    ...changes,
  };
}

/** Rates that are held from 4:10 pm till 5:10 pm. */
export const HELD = {
  state: 'held',
  held: { since: '2026-11-20T10:40:00.000Z', until: '2026-11-20T11:40:00.000Z' },
} as const satisfies Shown;

/** The prices of a day that began at `open`. */
export function dayFrom(open: number): PricedRow['day'] {
  return { open, high: open, low: open, previousClose: open };
}

/** The prices of a shop with rows of its own. */
export function ownRates(rows: readonly PricedRow[], shown: Shown = {}): PriceSnapshot {
  return { ...rates(shown), rows_mode: 'own', rows: [...rows] };
}

/** A row of an own list: 8 g of 22K gold that the shop sells, unless `changes` say otherwise. */
export function pricedRow(id: string, price: number | null, changes: Partial<PricedRow> = {}): PricedRow {
  const state = price === null ? 'unavailable' : 'live';
  return { id, title: '', metal: 'gold', fineness: 916, unit_grams: 8, side: 'sell', price, state, ...changes };
}

/** What rows are priced from, as in `rates`: a gram of gold costs 15,782.10, of silver 236.45. Platinum has no price. */
export function rowsBasis(changes: Partial<RowsBasis> = {}): RowsBasis {
  return {
    landed: { gold: { rupees: '49087818.120528', per: '3110.34768' }, silver: { rupees: '236.45', per: '1' } },
    margins: { gold_margin: 0, silver_margin: 0, sell_margin: 0, buy_margin: 0 },
    lastUpdated: '2026-11-20T10:40:00.000Z',
    ...changes,
  };
}

export function row(index: number, title: string, price: number): CustomTable {
  const id = String(index).padStart(24, '0');
  return { id, _id: id, title, price, createdAt: '2026-11-20T00:00:00.000Z', userId: SHOP_ID };
}

export function ad(index: number, changes: Partial<OwnAdvertisement> = {}): OwnAdvertisement {
  const id = `ad${String(index).padStart(22, '0')}`;
  return {
    id,
    _id: id,
    file_type: 'image',
    file_path: `/media/ads/${id}.webp`,
    file_name: `offer-${index}.jpg`,
    duration: null,
    size: 1_048_576,
    warning: null,
    ...changes,
  };
}

/** A TV that has just beaten: it shows the rates of 4:10 pm. */
export function tv(index: number, changes: Partial<Screen> = {}): Screen {
  return {
    id: String(index).padStart(24, '0'),
    _id: String(index).padStart(24, '0'),
    userId: SHOP_ID,
    name: `Window ${index}`,
    layout_orientation: null,
    shows: 'all',
    overscan: 0,
    video_turned: true,
    state: 'playing',
    since: '2026-11-20T03:32:00.000Z',
    seen_at: '2026-11-20T10:40:20.000Z',
    shown: { at: '2026-11-20T10:40:00.000Z', state: 'live' },
    playing: null,
    is_off: false,
    release: '1a2b3c4d5e6f',
    viewport: { width: 1920, height: 1080 },
    snoozed_until: null,
    ...changes,
  };
}
