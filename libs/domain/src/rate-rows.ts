import { byMetal, type LandedKey, limits, type Metal, type RateRow } from '@sarafa/contracts';
import type { Decimal } from 'decimal.js';
import { type Factor, factorOf, fraction, wholeSteps } from './factors.js';
import { Exact, isListedBuy, type LandedPrice, type LandedPrices, rowSource, type RowSource } from './landed.js';
import { Memo } from './memo.js';
import { MARGINS_KEPT, type Margins, sumKey } from './rates.js';

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
  /** Rupees with at most two decimals, of a shop with these margins; null for a row that nothing prices. */
  priceOf(formula: RowFormula, margins: Margins): number | null;
  /** What the row is priced from. */
  keyOf(formula: RowFormula): LandedKey | undefined;
}

/** More than the shops of a provider have at one time, some kilobytes each. */
const FORMULAS_KEPT = 1_000;

/** The prices of one formula so far, by the margins that count for it. */
interface FormulaPrices {
  readonly source: RowSource | null;
  /** Found out once, because each price of each shop asks for it. */
  readonly isListedBuy: boolean;
  readonly bySum: Memo<string | number, number>;
  readonly byBuyMargin: Memo<number, number>;
  /** Made on first use, because a formula is priced by one of them alone in most shops. */
  priceBySum?: PriceOfFactor;
  priceByBuyMargin?: PriceOfFactor;
}

/** The price at what a shop's margins multiply the landed price by, in percent. */
type PriceOfFactor = (factor: Factor) => number;

/**
 * The results are kept by all that decides them, so that ten thousand shops with a few hundred sets of margins and rows need a
 * few thousand computations a quote.
 */
export function rowBook(landed: LandedPrices): RowBook {
  const formulas = new Memo<string, FormulaPrices>(FORMULAS_KEPT);
  const pricesOf = (formula: RowFormula) => formulas.kept(formula.key, () => newFormulaPrices(landed, formula));
  return {
    keyOf: (formula) => pricesOf(formula).source?.key,
    priceOf: (formula, margins) => {
      const { metal, side } = formula;
      const prices = pricesOf(formula);
      if (!prices.source) return null;
      const { price } = prices.source;
      const { sell_margin: sellMargin, buy_margin: buyMargin } = margins;
      if (prices.isListedBuy)
        return prices.byBuyMargin.kept(0, () => priceOfFactor(price, formula, [])(factorOf(formula.percent)));
      if (side === 'buy' && buyMargin > 0) {
        return prices.byBuyMargin.kept(buyMargin, () => {
          prices.priceByBuyMargin ??= priceOfFactor(price, formula, [ownPercent(formula)]);
          return prices.priceByBuyMargin(factorOf(-buyMargin));
        });
      }
      const ofMetal = metalMargin(metal, margins);
      return prices.bySum.kept(sumKey(ofMetal, sellMargin), () => {
        if (side === 'buy') {
          prices.priceBySum ??= priceOfFactor(price, formula, [new Exact(limits.fallbackBuyPercent), ownPercent(formula)]);
          return prices.priceBySum(factorOf(ofMetal, sellMargin));
        }
        prices.priceBySum ??= priceOfFactor(price, formula, []);
        return prices.priceBySum(factorOf(ofMetal, sellMargin, formula.percent));
      });
    },
  };
}

function newFormulaPrices(landed: LandedPrices, formula: RowFormula): FormulaPrices {
  const source = rowSource(landed, formula);
  const isOfBuy = source !== null && isListedBuy(source.key);
  return { source, isListedBuy: isOfBuy, bySum: new Memo(MARGINS_KEPT), byBuyMargin: new Memo(MARGINS_KEPT) };
}

const MARGIN_OF = byMetal((metal) => `${metal}_margin` as const);

/** Percent. */
export function metalMargin(metal: Metal, margins: Margins): number {
  return margins[MARGIN_OF[metal]] ?? 0;
}

function ownPercent({ percent }: PricedBy): Decimal {
  return new Exact(percent).plus(100);
}

/**
 * The prices of a row by rules 3.13 to 3.15, from that of a gram. `percents` are what it is multiplied by in every shop. Numerator and
 * denominator stay apart until the division at the end, which gives whole steps of `round_to`. All that no margin changes is
 * computed once, because a quote is priced with thousands of margins.
 */
function priceOfFactor(landed: LandedPrice, row: PricedBy, percents: readonly Decimal[]): PriceOfFactor {
  const per = landed.per.mul(new Exact(100).pow(percents.length + 1));
  const step = per.mul(row.round_to);
  const perFactor = percents.reduce((rupees, percent) => rupees.mul(percent), landed.rupees).mul(row.unit_grams);
  const fixed = per.mul(row.rupees_per_gram).mul(row.unit_grams);
  const toWhole = row.rounding === 'nearest' ? fixed.plus(step.mul(0.5)) : fixed;
  const stepsAt = wholeSteps({ perFactor, fixed: toWhole, step }, row.rounding === 'up');
  const { numerator, denominator } = fraction(row.round_to);
  // Both are whole numbers that a double holds, so that only the quotient is rounded, to the double of the decimal.
  return (factor) => Math.max(0, Number(stepsAt(factor) * numerator) / Number(denominator));
}
