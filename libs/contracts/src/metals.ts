import { z } from 'zod';
import { type FirstOf, firstOf, namesOf } from './tables.js';

/** What a metal is, in one entry: its prices, duties, margins and bounds are asked for, kept and answered by this table. */
interface MetalEntry {
  /** As market sources call it. */
  readonly symbol: string;
  /** Percent, unless the configuration says otherwise (rule 3.2). */
  readonly importDuty: number;
  /**
   * Rupees an ounce, unless the configuration says otherwise: about a third and three times of the market of 2026, too narrow
   * for ten grams' price to pass as an ounce's.
   */
  readonly bounds: { readonly min: number; readonly max: number };
  /** Every market source has it, and every quote. One that came later may be missing there and in what other releases wrote. */
  readonly isFromFirstRelease: boolean;
}

export const metals = {
  gold: { symbol: 'XAU', importDuty: 5, bounds: { min: 140_000, max: 1_350_000 }, isFromFirstRelease: true },
  silver: { symbol: 'XAG', importDuty: 6, bounds: { min: 2_000, max: 27_000 }, isFromFirstRelease: true },
  platinum: { symbol: 'XPT', importDuty: 5, bounds: { min: 60_000, max: 540_000 }, isFromFirstRelease: false },
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
