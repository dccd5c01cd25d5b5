// What a board reads of prices, apart from quotes.ts, because a board's script contains all of each module that it imports.
import { z } from 'zod';
import { Id, Instant, knownOf } from './common.js';
import { boardLimits } from './board-limits.js';
import { marketRows } from './market-rows.js';
import { type ByMetal, Metal, metals } from './metals.js';
import { entriesOf, fieldsOf } from './tables.js';

/** The minutes for which a board holds its rates (rule 4.10). */
export const DynamicPriceInterval = z.union(boardLimits.dynamicPriceIntervals.map((minutes) => z.literal(minutes)));
export type DynamicPriceInterval = z.infer<typeof DynamicPriceInterval>;

/** Percent of each metal (rule 3.2). */
export const ImportDuty = z.object({
  ...fieldsOf(metals, 'ImportDuty', z.number().min(0)),
  lastUpdated: Instant,
  /** The metals whose percent changed at `lastUpdated`; not from the release before, nor of the first duty ever. */
  changed: z.array(z.string()).optional(),
});
export type ImportDuty = z.infer<typeof ImportDuty>;

/** The percents of an import duty; none of a metal that its writer didn't know. */
export function dutiesOf(duty: Omit<ImportDuty, 'lastUpdated' | 'changed'>): ByMetal<number> {
  const percents = Metal.options.map((metal) => [metal, duty[`${metal}ImportDuty`]]);
  return Object.fromEntries(percents) as ByMetal<number>;
}

/** The reverse. `lastUpdated` is an instant. */
export function importDutyOf(percents: ByMetal<number>, lastUpdated: string): ImportDuty {
  const duties = entriesOf(percents, Metal.options).map(([metal, percent]) => [`${metal}ImportDuty`, percent]);
  return { ...(Object.fromEntries(duties) as Omit<ImportDuty, 'lastUpdated'>), lastUpdated };
}

/** How a rate stands (rule 4.6). */
export const RateState = z.enum(['live', 'delayed', 'stale', 'closed', 'sample']);
export type RateState = z.infer<typeof RateState>;

/** Whole rupees; null where a list prices neither the row nor its metal. */
export const Rate = z.object({ sell: z.int().nullable(), buy: z.int().nullable() });
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

/** The parts of a day that a price is compared with, in the order of their times as far as they have one (rule 3.21). */
export const DayPart = z.enum(['open', 'high', 'low', 'previousClose']);
export type DayPart = z.infer<typeof DayPart>;

/** The prices that a row had in the course of the day (rule 3.21); no previous close where no earlier day is known. */
export const RowDay = z.object({ open: z.number(), high: z.number(), low: z.number(), previousClose: z.number().nullable() });
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
  /** Null before the day's first rate; not from the release before. */
  day: RowDay.nullable().optional().catch(undefined),
  /** True for a day after the duty in the price changed (rule 8.16): the change of the day is then not the market's. */
  duty_changed: z.literal(true).optional().catch(undefined),
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
  /** The import duty that is in the prices; not of a list's, whose duty nobody here knows, and not from the release before. */
  duty: ImportDuty.optional().catch(undefined),
  /** The number of the market's quote that is shown, which a hold names; null for a list's rates, and not from the release before. */
  seq: z.int().nullable().optional().catch(undefined),
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

/** The `source` of `/prices/detailed`, which has duty and no margins (rule 3.9). */
export const DETAILED_SOURCE = 'API + Import Duty Only';
export const SAMPLE_SOURCE = 'Sample data';
