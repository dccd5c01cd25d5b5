import { z } from 'zod';
import { Metal, metals } from './metals.js';
import { namesOf } from './tables.js';

/** What a row is that the market prices, in one entry: its rate, its switch and its place on boards come from this table. */
interface MarketRow {
  readonly metal: Metal;
  /** Parts in a thousand: the trade's fineness numbers, as IBJA publishes them (rule 3.4). */
  readonly fineness: number;
  /** What the rate is of. */
  readonly unitGrams: number;
  readonly isFromFirstRelease: boolean;
  /**
   * Whether boards and the portal show it. Not in the release that brings it: the pods of the release before run beside that
   * one, and know neither the row's rate nor its switch.
   */
  readonly isOffered: boolean;
}

export const marketRows = {
  gold_24k: { metal: 'gold', fineness: 1_000, unitGrams: 10, isFromFirstRelease: true, isOffered: true },
  gold_22k: { metal: 'gold', fineness: 916, unitGrams: 10, isFromFirstRelease: true, isOffered: true },
  gold_18k: { metal: 'gold', fineness: 750, unitGrams: 10, isFromFirstRelease: true, isOffered: true },
  silver: { metal: 'silver', fineness: 1_000, unitGrams: 1_000, isFromFirstRelease: true, isOffered: true },
} as const satisfies Record<string, MarketRow>;

type Rows = typeof marketRows;

export const PriceType = z.enum(namesOf(marketRows));
export type PriceType = z.infer<typeof PriceType>;

/** The rows that boards and the portal show. */
export type OfferedType = { [T in PriceType]: Rows[T]['isOffered'] extends true ? T : never }[PriceType];
export const offeredTypes = PriceType.options.filter((type): type is OfferedType => marketRows[type].isOffered);

/** The metals of these rows. */
export type OfferedMetal = Rows[OfferedType]['metal'];
export const offeredMetals: readonly OfferedMetal[] = [...new Set(offeredTypes.map((type) => marketRows[type].metal))];

/** The metals that rows of the table are of. Each has a switch for all of its rows, which a metal without a row has no use for. */
export const switchedMetals = { gold: metals.gold, silver: metals.silver } as const satisfies {
  readonly [M in Rows[PriceType]['metal']]: (typeof metals)[M];
};

/** The metals that no row of the table is of. Their age is no part of the age of the rates. */
export const metalsWithoutRow: readonly Metal[] = Metal.options.filter((metal) => !(metal in switchedMetals));

/** The rows of one metal. The first of them stands for it on charts. */
export function rowsOf(metal: Metal): PriceType[] {
  return PriceType.options.filter((type) => marketRows[type].metal === metal);
}
