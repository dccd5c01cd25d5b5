import { z } from 'zod';
import { Id, Instant, knownOf } from './common.js';
import { stateKey } from './kinds.js';
import { DayPart, LandedDay } from './landed.js';
import { limits } from './limits.js';
import { marketRows } from './market-rows.js';
import { type ByMetal, Metal, metals } from './metals.js';
import { entriesOf, fieldsOf } from './tables.js';

/**
 * A decimal number as text, because a binary float can't represent a price exactly. At most 9 digits before the point and 20
 * after it.
 */
export const DecimalText = z.string().regex(/^-?\d{1,9}(\.\d{1,20})?$/, 'must be a decimal number');

/** One metal's price in INR per troy ounce, with the provider's own time. */
export const MetalQuote = z.object({
  price: DecimalText,
  at: Instant,
  /** The provider's name for people, `gold-api.com`. */
  source: z.string(),
  /**
   * Prices of Indian exchanges and associations (MCX, IBJA) contain the import duty, which is then never added again (rule
   * 3.2).
   */
  dutyIncluded: z.boolean(),
});
export type MetalQuote = z.infer<typeof MetalQuote>;

/** The accepted price of each metal. Each is judged on its own, so their times may differ (rule 4.4). */
export const Quote = z.object({
  /** The number of the accepted quote. */
  seq: z.int().positive(),
  ...fieldsOf(metals, '', MetalQuote),
  /** Whether it comes from the sample source; such a quote is labelled and never shown as live. */
  sample: z.boolean(),
});
export type Quote = z.infer<typeof Quote>;

/** A quote that boards of one interval show, with the prices of the day that they are compared with; none of a release before. */
export const HeldQuote = Quote.extend({ day: LandedDay.nullable().optional().catch(undefined) });
export type HeldQuote = z.infer<typeof HeldQuote>;

/** The minutes for which a board holds its rates (rule 4.10). */
export const DynamicPriceInterval = z.union(limits.dynamicPriceIntervals.map((minutes) => z.literal(minutes)));
export type DynamicPriceInterval = z.infer<typeof DynamicPriceInterval>;

export const MarketHours = z.enum(['spot', 'always']);
export type MarketHours = z.infer<typeof MarketHours>;

/** The state of the market service. Together with the quote's times it decides how a rate stands. */
export const MarketStatus = z.object({
  /** Whether a replica asks the market. */
  isRunning: z.boolean(),
  updateIntervalMs: z.int().positive(),
  /** A quote older than this is stale: three intervals unless configured (rule 4.6). */
  staleAfterMs: z.int().positive(),
  /** An unknown value of a later release counts as 'always': an old rate is then shown as old at any hour. */
  hours: MarketHours.catch('always'),
  lastAskedAt: Instant.nullable(),
  nextUpdate: Instant.nullable(),
  /** The source that answered last, as a name for people. */
  source: z.string().nullable(),
  /** Why the last question gave no new rate; null when it did, or when there was no news. */
  lastError: z.string().nullable(),
  /** Whether pricing publishes `rateRowsComplete`; false of a release that doesn't know of it. */
  marksRateRows: z.boolean().catch(false),
  /** The same of `holdsComplete`. */
  marksHolds: z.boolean().catch(false),
});
export type MarketStatus = z.infer<typeof MarketStatus>;

/** Percent of each metal (rule 3.2). */
export const ImportDuty = z.object({
  ...fieldsOf(metals, 'ImportDuty', z.number().min(0)),
  lastUpdated: Instant,
});
export type ImportDuty = z.infer<typeof ImportDuty>;

/** The percents of an import duty; none of a metal that its writer didn't know. */
export function dutiesOf(duty: ImportDuty): ByMetal<number> {
  const percents = Metal.options.map((metal) => [metal, duty[`${metal}ImportDuty`]]);
  return Object.fromEntries(percents) as ByMetal<number>;
}

/** The reverse. `lastUpdated` is an instant. */
export function importDutyOf(percents: ByMetal<number>, lastUpdated: string): ImportDuty {
  const duties = entriesOf(percents, Metal.options).map(([metal, percent]) => [`${metal}ImportDuty`, percent]);
  return { ...(Object.fromEntries(duties) as Omit<ImportDuty, 'lastUpdated'>), lastUpdated };
}

export const PriceSettings = z.object({
  updateIntervalMs: z.int().positive(),
  /** The provider's default, which a shop's own interval overrides. */
  dynamicPriceInterval: DynamicPriceInterval.catch(limits.dynamicPriceIntervalDefault),
});
export type PriceSettings = z.infer<typeof PriceSettings>;

/** How a rate stands (rule 4.6). */
export const RateState = z.enum(['live', 'delayed', 'stale', 'closed', 'sample']);
export type RateState = z.infer<typeof RateState>;

/** `GET /admin/price-status` (rule 4.12). */
export const PriceStatus = z.object({
  isRunning: z.boolean(),
  updateIntervalMinutes: z.number(),
  nextUpdate: Instant.nullable(),
  /** The time in Asia/Kolkata as a text for people. */
  nextUpdateLocal: z.string().nullable(),
  lastUpdated: Instant.nullable(),
  source: z.string().nullable(),
  stale: z.boolean(),
  lastError: z.string().nullable(),
  /** How the rates stand; null before the first quote ever. */
  state: RateState.nullable(),
});
export type PriceStatus = z.infer<typeof PriceStatus>;

/** Whole rupees. */
export const Rate = z.object({ sell: z.int(), buy: z.int() });
export type Rate = z.infer<typeof Rate>;

/** Of each row that the market prices. */
export const Rates = z.object(fieldsOf(marketRows, '', Rate));
export type Rates = z.infer<typeof Rates>;

/** How the rates of a shop stand: as the market's do, those of its list (rule 3.17), or held by the shop (rule 3.19). */
export const ShownState = z.enum([...RateState.options, 'listed', 'held']);
export type ShownState = z.infer<typeof ShownState>;

/** How the rate of one row stands: as all of them do, or `unavailable` where no source has a price (rule 3.16). */
export const RowState = z.enum([...ShownState.options, 'unavailable']);
export type RowState = z.infer<typeof RowState>;

/** Whether the shop sells at this price or buys. */
export const RowSide = z.enum(['sell', 'buy']);
export type RowSide = z.infer<typeof RowSide>;

/** The prices that a row had in the course of the day (rule 3.21). */
export const RowDay = z.record(DayPart, z.number());
export type RowDay = z.infer<typeof RowDay>;

/** The list that a shop's rates are of. */
export const ShownRateList = z.object({ name: z.string(), set_at: Instant });
export type ShownRateList = z.infer<typeof ShownRateList>;
/** From when until when a shop holds its rates. */
export const Held = z.object({ since: Instant, until: Instant });
export type Held = z.infer<typeof Held>;

/** A row of a shop with its rate. Not made of `RateRow`, since a board would then get all that decides a row's price. */
export const PricedRow = z.object({
  id: z.string(),
  /** Empty when it is to be made of metal, fineness and unit. */
  title: z.string(),
  metal: Metal,
  /** Parts in a thousand. */
  fineness: z.number(),
  unit_grams: z.number(),
  side: RowSide,
  /** Rupees with at most two decimals; null where no source has a price of the metal. */
  price: z.number().nullable(),
  /** An unknown state of a newer release must not make a rate look live. */
  state: RowState.catch('stale'),
  /** Null where the day has no history; not from the release before. */
  day: RowDay.nullable().optional().catch(undefined),
});
export type PricedRow = z.infer<typeof PricedRow>;

/** What `/prices/user/{id}` and `/prices/detailed` answer. */
export const PriceSnapshot = Rates.extend({
  lastUpdated: Instant,
  /** The same instant as `lastUpdated`. */
  updated_at: Instant,
  source: z.string(),
  city: z.string(),
  stale: z.boolean(),
  /** An unknown state of a newer release must not make a rate look live. */
  state: ShownState.catch('stale'),
  /** Null for rates of the market; like the next two only in `/prices/user/{id}`, and not from the release before. */
  rate_list: ShownRateList.nullable().optional().catch(undefined),
  held: Held.nullable().optional().catch(undefined),
  /** The rows that the shop shows, in its order. */
  rows: knownOf(PricedRow).optional(),
  /** Only of a shop whose board shows `rows` instead of the four rates above. */
  rows_mode: z.literal('own').optional().catch(undefined),
});
export type PriceSnapshot = z.infer<typeof PriceSnapshot>;

/** A custom row of a shop, with its price in rupees. */
export const CustomTable = z.object({
  id: Id,
  /** The same as `id`: clients read either (rule 1.3). */
  _id: Id,
  title: z.string(),
  price: z.number(),
  createdAt: Instant,
  userId: Id,
});
export type CustomTable = z.infer<typeof CustomTable>;
export const CustomTables = z.array(CustomTable);

/** The last accepted quote. */
export const marketQuote = stateKey('market/quote', Quote);
/** The quote that boards of one interval show. The id is the interval in minutes. */
export const heldQuote = stateKey('market/held.*', HeldQuote);
/** The interval at which boards move with every accepted quote: its held quote is the last accepted one. */
export const LIVE = '1';
export const marketStatus = stateKey('market/status', MarketStatus);
export const importDuty = stateKey('site/import-duty', ImportDuty);
export const priceSettings = stateKey('site/price-settings', PriceSettings);
export const boardCustomTables = stateKey('boards/*.custom-tables', CustomTables);

/** The `source` of `/prices/detailed`, which has duty and no margins (rule 3.9). */
export const DETAILED_SOURCE = 'API + Import Duty Only';
export const SAMPLE_SOURCE = 'Sample data';
