import { z } from 'zod';
import { byMetal } from './metals.js';

/** A decimal number as text, of any length. */
const ExactText = z.string().regex(/^\d+(\.\d+)?$/, 'must be a decimal number');

/**
 * What a gram of each pure metal costs once it is in the country: `rupees` divided by `per`. A fraction, because most prices of an
 * ounce make no gram's price with an end. None of a metal without a price.
 */
export const LandedTexts = z.object(byMetal(() => z.object({ rupees: ExactText, per: ExactText }))).partial();
export type LandedTexts = z.infer<typeof LandedTexts>;

/** The landed prices of one day in Asia/Kolkata. */
export const LandedDay = z.object({
  /** Whole days since 1970, in Asia/Kolkata. */
  dayNumber: z.int(),
  open: LandedTexts,
  high: LandedTexts,
  low: LandedTexts,
  /** The last prices of the days before; without the metals that had none. */
  previousClose: LandedTexts,
});
export type LandedDay = z.infer<typeof LandedDay>;
