import { z } from 'zod';
import { Done, Id, knownOf, PlainText, SentFlag, sentNumber, sentNumberIn, sentOneOf } from './common.js';
import { rpc, stateKey } from './kinds.js';
import { limits } from './limits.js';
import { marketRows, offeredTypes } from './market-rows.js';
import { Metal } from './metals.js';

const { perShop, title, fineness, unitGrams, percent, rupeesPerGram, roundTo, roundToDefault } = limits.rateRows;

/** `standard` are the rows of `marketRows`, `own` those that the shop has listed (rule 3.11). */
export const RowsMode = z.enum(['standard', 'own']);
export type RowsMode = z.infer<typeof RowsMode>;
/** Whether the shop sells at this price or buys. */
export const RowSide = z.enum(['sell', 'buy']);
export type RowSide = z.infer<typeof RowSide>;
/** `nearest` rounds half up. */
export const Rounding = z.enum(['nearest', 'up', 'down']);
export type Rounding = z.infer<typeof Rounding>;

/** The id of a row within its list. The standard rows have the names of `marketRows`. */
export const RowId = z.string().regex(/^[A-Za-z0-9_-]{1,24}$/, 'must have 1 to 24 letters, digits, _ or -');

/**
 * A row that the market prices, as it is stored. No value is refused for being out of today's range, since another release may
 * have written it; but a metal or a side that isn't known here can't be priced.
 */
export const RateRow = z.object({
  id: RowId,
  /** Empty when it is to be made of metal, fineness and unit. */
  title: z.string(),
  metal: Metal,
  /** Parts in a thousand. */
  fineness: z.number().positive(),
  unit_grams: z.number().positive(),
  side: RowSide,
  /** On top of the shop's margins. */
  percent: z.number(),
  rupees_per_gram: z.number(),
  /** Rupees. */
  round_to: z.number().positive(),
  rounding: Rounding.catch('nearest'),
  shown: z.boolean(),
});
export type RateRow = z.infer<typeof RateRow>;

/** The rows of one shop. `rev` is that of the list, 0 before the first change. */
export const RateRows = z.object({ rev: z.int().min(0), rows_mode: RowsMode.catch('standard'), rows: knownOf(RateRow) });
export type RateRows = z.infer<typeof RateRows>;

/** The rows of a shop that has never changed them. */
export const NO_RATE_ROWS: RateRows = { rev: 0, rows_mode: 'standard', rows: [] };

/** What a row has that names its metal, fineness, unit and side alone. */
export const rateRowDefaults = {
  title: title.default,
  percent: percent.default,
  rupees_per_gram: rupeesPerGram.default,
  round_to: roundToDefault,
  rounding: 'nearest',
  shown: true,
} as const satisfies Partial<RateRow>;

const SentRateRow = z.object({
  /**
   * The id that a row had when it was read stays with it, so that boards know the row again whatever has changed of it. A new
   * row may bring an id. Where the id is missing or malformed, or an earlier row of the list has it, the server gives another
   * one instead of refusing the list, since no person has typed it.
   */
  id: z.preprocess((sent) => (RowId.safeParse(sent).success ? sent : undefined), RowId.optional()),
  title: PlainText.max(title.max, `must have at most ${title.max} characters`).default(rateRowDefaults.title),
  metal: Metal,
  fineness: sentNumberIn(fineness),
  unit_grams: sentNumberIn(unitGrams),
  side: RowSide,
  percent: sentNumberIn(percent).default(rateRowDefaults.percent),
  rupees_per_gram: sentNumberIn(rupeesPerGram).default(rateRowDefaults.rupees_per_gram),
  round_to: sentOneOf(roundTo).default(rateRowDefaults.round_to),
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

/** The standard rows as rows of a list, which own lists may begin with. */
export const standardRows: readonly RateRow[] = offeredTypes.map((type) => {
  const { metal, fineness: parts, unitGrams: grams } = marketRows[type];
  return { ...rateRowDefaults, id: type, metal, fineness: parts, unit_grams: grams, side: 'sell' };
});

interface OfferedFineness {
  /** Parts in a thousand. */
  readonly fineness: number;
  /** Null where the trade names the fineness itself. */
  readonly karat: number | null;
}
const named = (parts: number, karat: number | null = null): OfferedFineness => ({ fineness: parts, karat });

/** The finenesses that a person chooses from; others can be typed. */
export const offeredFinenesses: Readonly<Record<Metal, readonly OfferedFineness[]>> = {
  gold: [
    named(1_000, 24),
    named(995),
    named(958, 23),
    named(916, 22),
    named(875, 21),
    named(833, 20),
    named(750, 18),
    named(585, 14),
    named(375, 9),
  ],
  silver: [named(1_000), named(925)],
  platinum: [named(1_000), named(950)],
};

/** The units that a person chooses from, in grams; others can be typed. */
export const offeredUnits = { gram: 1, pavan: 8, tenGrams: 10, tola: 11.6638, hundredGrams: 100, kilogram: 1_000 } as const;

/** The rows as boards need them; none for a shop that has never changed them. */
export const boardRateRows = stateKey('boards/*.rate-rows', RateRows);

export const rateRows = {
  /** Throws `NOT_FOUND` for an unknown shop. */
  get: rpc('pricing.rate-rows.get', z.object({ userId: Id }), RateRows),
  /** Replaces the whole list. Throws `NOT_FOUND` for an unknown shop, and `CONFLICT` for an old `rev`. */
  replace: rpc('pricing.rate-rows.replace', SentRateRows.extend({ userId: Id }), RateRows),
} as const;
