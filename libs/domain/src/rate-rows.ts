import { byMetal, limits, type Metal, type RateRow } from '@sarafa/contracts';
import type { Decimal } from 'decimal.js';
import { Exact, type LandedPrice, type LandedPrices } from './landed.js';
import { kept, type Margins, sumKey } from './rates.js';

/** What decides the price of a row, beside the market and the shop. */
export type PricedBy = Pick<
  RateRow,
  'metal' | 'fineness' | 'unit_grams' | 'side' | 'percent' | 'rupees_per_gram' | 'round_to' | 'rounding'
>;

/** A row that is to be priced with every quote. */
export interface RowFormula extends PricedBy {
  /** The same for rows with the same formula. */
  readonly key: string;
}

export function rowFormula(row: PricedBy): RowFormula {
  const { metal, fineness, unit_grams, side, percent, rupees_per_gram, round_to, rounding } = row;
  const key = `${metal} ${fineness} ${unit_grams} ${side} ${percent} ${rupees_per_gram} ${round_to} ${rounding}`;
  return { metal, fineness, unit_grams, side, percent, rupees_per_gram, round_to, rounding, key };
}

/** The prices of all shops' rows at the same landed prices. */
export interface RowBook {
  /** Rupees with at most two decimals, of a shop with these margins; null for a metal without a landed price. */
  priceOf(formula: RowFormula, margins: Margins): number | null;
}

/** The prices of one formula so far, by the margins that count for it. */
interface FormulaPrices {
  readonly bySum: Map<string | number, number>;
  readonly byBuyMargin: Map<number, number>;
}

/**
 * The results are kept by all that decides them, so that ten thousand shops with a few hundred sets of margins and rows need a
 * few thousand computations a quote.
 */
export function rowBook(landed: LandedPrices): RowBook {
  const formulas = new Map<string, FormulaPrices>();
  return {
    priceOf: (formula, margins) => {
      const { metal, side, key } = formula;
      const price = landed[metal];
      if (!price) return null;
      const { bySum, byBuyMargin } = kept(formulas, key, () => ({ bySum: new Map(), byBuyMargin: new Map() }));
      const { sell_margin: sellMargin, buy_margin: buyMargin } = margins;
      const ofMetal = metalMargin(metal, margins);
      const made = () => rowPrice(price, formula, new Exact(ofMetal).plus(sellMargin), buyMargin);
      return side === 'buy' && buyMargin > 0
        ? kept(byBuyMargin, buyMargin, made)
        : kept(bySum, sumKey(ofMetal, sellMargin), made);
    },
  };
}

const MARGIN_OF = byMetal((metal) => `${metal}_margin` as const);

/** Percent. */
export function metalMargin(metal: Metal, margins: Margins): number {
  return margins[MARGIN_OF[metal]] ?? 0;
}

/**
 * The price of a row by rules 3.13 to 3.15. Every step keeps numerator and denominator apart, and the division at the end gives
 * whole steps of `round_to`.
 */
function rowPrice(landed: LandedPrice, row: PricedBy, margin: Decimal, buyMargin: number): number {
  const factors = factorsOf(row, margin, buyMargin);
  const per = landed.per.mul(1_000).mul(new Exact(100).pow(factors.length));
  const gram = factors.reduce((rupees, factor) => rupees.mul(factor), landed.rupees.mul(row.fineness));
  const rupees = gram.plus(per.mul(row.rupees_per_gram)).mul(row.unit_grams);
  if (!rupees.isPositive()) return 0;
  return wholeSteps(rupees, per.mul(row.round_to), row.rounding).mul(row.round_to).toNumber();
}

/** What a gram's landed price is multiplied by, each in percent. */
function factorsOf({ side, percent }: PricedBy, margin: Decimal, buyMargin: number): Decimal[] {
  if (side === 'sell') return [margin.plus(percent).plus(100)];
  const own = new Exact(percent).plus(100);
  if (buyMargin > 0) return [new Exact(100).minus(buyMargin), own];
  return [new Exact(limits.fallbackBuyPercent), margin.plus(100), own];
}

/** `dividend / divisor`, neither of them below 0, as a whole number, without an endless quotient in between. */
function wholeSteps(dividend: Decimal, divisor: Decimal, rounding: RateRow['rounding']): Decimal {
  if (rounding === 'nearest') return dividend.mul(2).plus(divisor).divToInt(divisor.mul(2));
  const whole = dividend.divToInt(divisor);
  return rounding === 'up' && whole.mul(divisor).lt(dividend) ? whole.plus(1) : whole;
}
