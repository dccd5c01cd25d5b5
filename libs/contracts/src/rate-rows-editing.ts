import { z } from 'zod';
import { Done, Id, Instant, SentFlag } from './common.js';
import { readRpc, rpc } from './kinds.js';
import { LandedTexts } from './landed.js';
import { limits } from './limits.js';
import { marketRows, offeredTypes } from './market-rows.js';
import { Metal, metals } from './metals.js';
import { RowSide } from './pricing.js';
import { type RateRow, RateRows, Rounding, RowId, RowsMode } from './rate-rows.js';
import { PlainText, sentNumber, sentNumberIn, sentOneOf } from './sent.js';
import { fieldsOf } from './tables.js';

const { perShop, title, fineness, unitGrams, percent, rupeesPerGram, roundTo, roundToDefault } = limits.rateRows;

/** The defaults of a row that names only its metal, fineness, unit and side. */
export const rateRowDefaults = {
  title: title.default,
  percent: percent.default,
  rupees_per_gram: rupeesPerGram.default,
  round_to: roundToDefault,
  rounding: 'nearest',
  shown: true,
} as const satisfies Partial<RateRow>;

export const SentRateRow = z.object({
  /**
   * The id that a row had when it was read stays with it, so that boards know the row again whatever has changed of it. A new
   * row may bring an id. Where the id is missing or malformed, or an earlier row of the list has it, the server gives another
   * one instead of refusing the list, since no person has typed it.
   */
  id: z.preprocess((sent) => (RowId.safeParse(sent).success ? sent : undefined), RowId.optional()),
  title: PlainText.max(title.max, `must have at most ${title.max} characters`).default(rateRowDefaults.title),
  metal: Metal,
  fineness: sentNumberIn({ ...fineness, unit: '' }),
  unit_grams: sentNumberIn({ ...unitGrams, unit: 'g' }),
  side: RowSide,
  percent: sentNumberIn({ ...percent, unit: '%' }).default(rateRowDefaults.percent),
  rupees_per_gram: sentNumberIn(rupeesPerGram).default(rateRowDefaults.rupees_per_gram),
  round_to: sentOneOf<number>(roundTo).default(rateRowDefaults.round_to),
  rounding: Rounding.default(rateRowDefaults.rounding),
  shown: SentFlag.default(rateRowDefaults.shown),
});
export type SentRateRow = z.infer<typeof SentRateRow>;

/** The whole list, with the `rev` that it was read at. */
export const SentRateRows = z.object({
  rev: sentNumber(z.int('must be a whole number').min(0, 'must be at least 0')),
  rows_mode: RowsMode,
  rows: z.array(SentRateRow).max(perShop, `must be at most ${perShop} rows`),
});
export type SentRateRows = z.infer<typeof SentRateRows>;

/** What a write of the rows answers. */
export const SavedRateRows = Done.extend({ rateRows: RateRows });
export type SavedRateRows = z.infer<typeof SavedRateRows>;

/** What decides the prices of a shop's rows, beside the rows: an editor prices with it what is being typed (rule 5.12). */
export const RowsBasis = z.object({
  landed: LandedTexts,
  /** Percent. */
  margins: z.object({ ...fieldsOf(metals, '_margin', z.number()), sell_margin: z.number(), buy_margin: z.number() }),
  /** The time of the rates that the shop's boards show. */
  lastUpdated: Instant,
});
export type RowsBasis = z.infer<typeof RowsBasis>;

/** The standard rows as rows of a list, which own lists may begin with. */
export const standardRows: readonly RateRow[] = offeredTypes.map((type) => {
  const { metal, fineness: parts, unitGrams: grams } = marketRows[type];
  return { ...rateRowDefaults, id: type, metal, fineness: parts, unit_grams: grams, side: 'sell' };
});

/** The finenesses that a person chooses from, in parts in a thousand; others can be typed. */
export const offeredFinenesses: Readonly<Record<Metal, readonly number[]>> = {
  gold: [1_000, 999, 995, 958, 916, 875, 833, 750, 585, 583, 375],
  silver: [1_000, 999, 990, 970, 958, 925, 835, 800],
  platinum: [1_000, 950],
};

/** The units that a person chooses from, in grams; others can be typed. */
export const offeredUnits = { gram: 1, pavan: 8, tenGrams: 10, tola: 11.6638, hundredGrams: 100, kilogram: 1_000 } as const;

export const rateRows = {
  /** Throws `NOT_FOUND` for an unknown shop. */
  get: readRpc('pricing.rate-rows.get', z.object({ userId: Id }), RateRows),
  /** Replaces the whole list. Throws `NOT_FOUND` for an unknown shop, and `CONFLICT` for an old `rev`. */
  replace: rpc('pricing.rate-rows.replace', SentRateRows.extend({ userId: Id }), RateRows),
} as const;
