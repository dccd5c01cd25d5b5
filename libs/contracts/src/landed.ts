import { z } from 'zod';
import type { Metal } from './metals.js';

/** A decimal number as text, of any length. */
const ExactText = z.string().regex(/^\d+(\.\d+)?$/, 'must be a decimal number');

/** What a gram costs once it is in the country: of a pure metal, or what a list says of one of its purities (rule 3.22). */
export type LandedKey = Metal | ListedKey | ListedBuyKey;
export type ListedKey = `${Metal} ${number}`;
export type ListedBuyKey = `${ListedKey} buy`;

/**
 * By `LandedKey`: `rupees` divided by `per`. A fraction, because most prices of an ounce make no gram's price with an end. None of
 * a metal without a price.
 */
export const LandedTexts = z.record(z.string(), z.object({ rupees: ExactText, per: ExactText }));
export type LandedTexts = z.infer<typeof LandedTexts>;

/** The landed prices of one day in Asia/Kolkata. */
export const LandedDay = z.object({
  /** Whole days since 1970, in Asia/Kolkata. */
  dayNumber: z.int(),
  open: LandedTexts,
  high: LandedTexts,
  /** A listed buy price that `high` has and this hasn't, or the reverse, was in the list for a part of the day only. */
  low: LandedTexts,
  /** The last prices of the days before; without the metals that had none. */
  previousClose: LandedTexts,
});
export type LandedDay = z.infer<typeof LandedDay>;
