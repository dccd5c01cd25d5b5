import {
  type Advertisement,
  type CustomTable,
  type Held,
  type Layout,
  limits,
  newShop,
  offeredTypes,
  type PricedRow,
  type PriceSnapshot,
  type ShopDashboard,
  type ShownRateList,
  type ShownState,
  standardRows,
} from '@sarafa/contracts';

export const SHOP_ID = '0123456789abcdef01234567';

/** The state that a board shows; everything else follows from it. */
export interface Scene {
  readonly cards: number;
  /** The price of every card in rupees; by default the design's own prices. */
  readonly price?: number;
  readonly layout: Layout;
  readonly state: ShownState;
  readonly shopName: string;
  readonly lastUpdated: string;
  readonly isSubscriptionValid: boolean;
  readonly isMaintenanceMode: boolean;
  readonly enabled: boolean;
  readonly hasPrices: boolean;
  /** The shop's own list; by default its board shows the standard rows. */
  readonly ownRows?: readonly PricedRow[];
  /** The name of who says what the rates are. */
  readonly source: string;
  readonly rateList?: ShownRateList;
  readonly held?: Held;
  /** By how many rupees the price of each row has changed today, in turn; by default no row has a day. */
  readonly changes?: readonly number[];
  readonly ads: readonly Advertisement[];
  /** Fields of the shop that differ from a new shop's. */
  readonly shop: Partial<ShopDashboard>;
}

export const USUAL: Scene = {
  cards: 6,
  layout: 'horizontal',
  state: 'live',
  shopName: 'Mahalaxmi Jewellers',
  lastUpdated: new Date().toISOString(),
  isSubscriptionValid: true,
  isMaintenanceMode: false,
  enabled: true,
  hasPrices: true,
  source: 'gold-api.com',
  ads: [],
  shop: {},
};

const MARKET = [157_821, 144_564, 118_366, 236_450];
const ROWS: [string, number][] = [
  ['Gold Coin 24K (8g)', 126_257],
  ['Hallmark Chain 22K (1g)', 14_720],
  ['Pavan 22K (8g)', 115_651],
  ['Silver Coin (10g)', 2_590],
  ['Old Gold Exchange (10g)', 138_780],
  ['Platinum 950 (10g)', 52_310],
  ['Rose Gold 14K (10g)', 92_325],
  ['Silver Payal (1kg)', 218_900],
  ['Nose Pin 18K (1g)', 12_400],
  ['Temple Set 22K', 88_000],
];

export function profile({ cards, layout, shopName, isSubscriptionValid, shop }: Scene): ShopDashboard {
  return {
    id: SHOP_ID,
    _id: SHOP_ID,
    role: 'user',
    ...newShop,
    username: 'mahalaxmi',
    shop_name: shopName,
    logo_url: '/brand/demo-shop-logo.svg',
    layout_orientation: layout,
    gold_24k_enabled: cards > 0,
    gold_22k_enabled: cards > 1,
    gold_18k_enabled: cards > 2,
    silver_enabled: cards > 3,
    dynamic_price_interval: 1,
    subscription_end_date: '2099-01-01T00:00:00.000Z',
    isSubscriptionValid,
    isSubscriptionExpired: !isSubscriptionValid,
    ...shop,
  };
}

export function prices(scene: Scene): PriceSnapshot {
  const { price, state, lastUpdated, source, rateList = null, held = null, ownRows } = scene;
  const [gold_24k, gold_22k, gold_18k, silver] = MARKET.map((usual) => ({ sell: price ?? usual, buy: price ?? usual }));
  return {
    gold_24k: gold_24k!,
    gold_22k: gold_22k!,
    gold_18k: gold_18k!,
    silver: silver!,
    lastUpdated,
    updated_at: lastUpdated,
    source,
    city: limits.city,
    stale: state === 'stale',
    state,
    duty: rateList ? undefined : { goldImportDuty: 5, silverImportDuty: 6, lastUpdated: '1970-01-01T00:00:00.000Z' },
    rate_list: rateList,
    held,
    ...(ownRows && { rows_mode: 'own' }),
    rows: withDays(ownRows ?? standardPrices(scene), scene),
  };
}

function standardPrices({ price, state }: Scene): PricedRow[] {
  return offeredTypes.map((id, index) => {
    const { title, metal, fineness, unit_grams, side } = standardRows.find((row) => row.id === id)!;
    return { id, title, metal, fineness, unit_grams, side, price: price ?? MARKET[index]!, state };
  });
}

/** The rows with the prices of a day that make the changes of the scene. */
function withDays(rows: readonly PricedRow[], { changes }: Scene): PricedRow[] {
  if (!changes) return rows.map((row) => ({ ...row, day: null }));
  return rows.map((row, index) => {
    if (row.price === null) return { ...row, day: null };
    const open = row.price - changes[index % changes.length]!;
    return { ...row, day: { open, high: open, low: open, previousClose: open } };
  });
}

/** A row of an own list at a price in rupees. */
export function pricedRow(id: string, price: number | null, row: Partial<PricedRow> = {}): PricedRow {
  const state = price === null ? 'unavailable' : 'live';
  return { id, title: '', metal: 'gold', fineness: 916, unit_grams: 8, side: 'sell', price, state, ...row };
}

/** The same thing sold and bought, in two rows. */
export function pairOf(id: string, sell: number, row: Partial<PricedRow> = {}): PricedRow[] {
  return [pricedRow(id, sell, row), pricedRow(`${id}-buy`, Math.round(sell * 0.96), { ...row, side: 'buy' })];
}

/** The longest list: 24 rows, two of each fineness. */
export const twelvePairs: readonly PricedRow[] = [1_000, 999, 995, 958, 925, 916, 900, 875, 833, 750, 585, 375].flatMap(
  (fineness) => pairOf(`gold-${fineness}`, Math.round(157.821 * fineness), { fineness, unit_grams: 10 }),
);

export function customTables({ cards, price }: Scene): CustomTable[] {
  return ROWS.slice(0, Math.max(0, cards - MARKET.length)).map(([title, usual], index) => {
    const id = String(index).padStart(24, '0');
    return { id, _id: id, title, price: price ?? usual, createdAt: '2026-11-20T00:00:00.000Z', userId: SHOP_ID };
  });
}

/** An ad with the file that the server has at `/media/ads/<name>`. */
export function advertisement(name: string): Advertisement {
  const id = Buffer.from(name).toString('hex').padEnd(24, '0').slice(0, 24);
  const isVideo = /\.(mp4|webm)$/.test(name);
  const file_type = isVideo ? 'video' : 'image';
  return { id, _id: id, file_type, file_path: `/media/ads/${name}`, file_name: name, duration: isVideo ? 2 : null };
}
