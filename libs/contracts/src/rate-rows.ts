import { z } from 'zod';
import { knownOf } from './common.js';
import { stateKey } from './kinds.js';
import { Metal } from './metals.js';
import { RowSide } from './pricing.js';

/** `standard` are the rows of `marketRows`, `own` those that the shop has listed (rule 3.11). */
export const RowsMode = z.enum(['standard', 'own']);
export type RowsMode = z.infer<typeof RowsMode>;
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

/** The rows as boards need them; none for a shop that has never changed them. */
export const boardRateRows = stateKey('boards/*.rate-rows', RateRows);
/** Exists once the rows of every shop have been published: only then does a shop without rows in KV have none of its own. */
export const rateRowsComplete = stateKey('boards/rate-rows-complete', z.object({}));
