import { z } from 'zod';
import { type FirstOf, firstOf, namesOf } from './tables.js';

/** The range in which a price is plausible, in rupees an ounce, from midnight in Asia/Kolkata of the day `from`. */
export interface MetalBounds {
  readonly from: string;
  readonly min: number;
  readonly max: number;
}

/** What a metal is, in one entry: its prices, duties, margins and bounds are asked for, kept and answered by this table. */
interface MetalEntry {
  /** As market sources call it. */
  readonly symbol: string;
  /** Percent, unless the configuration says otherwise (rule 3.2). */
  readonly importDuty: number;
  /**
   * Rupees an ounce from each day on, unless the configuration says otherwise; every year gets an entry, on the same day for all
   * metals. About four sevenths to seven fourths of the market: narrower than 3.11, so that the price of ten grams never passes as
   * an ounce's, nor the reverse.
   */
  readonly bounds: readonly MetalBounds[];
  /** Every market source has it, and every quote. One that came later may be missing there and in what other releases wrote. */
  readonly isFromFirstRelease: boolean;
}

export const metals = {
  gold: {
    ...{ symbol: 'XAU', importDuty: 5, isFromFirstRelease: true },
    bounds: [{ from: '2026-01-01', min: 245_000, max: 755_000 }],
  },
  silver: {
    ...{ symbol: 'XAG', importDuty: 6, isFromFirstRelease: true },
    bounds: [{ from: '2026-01-01', min: 4_000, max: 12_300 }],
  },
  platinum: {
    ...{ symbol: 'XPT', importDuty: 5, isFromFirstRelease: false },
    bounds: [{ from: '2026-01-01', min: 100_000, max: 310_000 }],
  },
} as const satisfies Record<string, MetalEntry>;

export const Metal = z.enum(namesOf(metals));
export type Metal = z.infer<typeof Metal>;

/** The metals that every source, every quote and every release has. */
export const firstMetals = firstOf(metals);
type FirstMetal = FirstOf<typeof metals>;

/** Something of each metal; of those that came later it may be missing. */
export type ByMetal<T> = Readonly<Record<FirstMetal, T> & Partial<Record<Metal, T>>>;

/** `value` of every metal. */
/* @__NO_SIDE_EFFECTS__ */
export function byMetal<T>(value: (metal: Metal) => T): Record<Metal, T> {
  return Object.fromEntries(Metal.options.map((metal) => [metal, value(metal)])) as Record<Metal, T>;
}
