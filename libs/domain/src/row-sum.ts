import { limits } from '@sarafa/contracts';
import { Decimal } from 'decimal.js';
import { Exact, isListedBuy, type LandedPrices, rowSource } from './landed.js';
import { metalMargin, type PricedBy } from './rate-rows.js';
import type { Margins } from './rates.js';

/** A step from the landed price of a gram to the price of a row, in the order of rules 3.13 and 3.14. */
export type SumStep = { readonly rupees: string } &
  /** `listed` is what a list says of a gram of the row's fineness. */
  (
    | { readonly kind: 'landed' | 'listed' }
    /** A part of 1, `0.916`. */
    | { readonly kind: 'fineness'; readonly times: string }
    /** What a sell price has on top, in percent. `own` is the row's. */
    | { readonly kind: 'margins'; readonly times: string; readonly metal: number; readonly sell: number; readonly own: number }
    /** What is left of the sell price, or of the landed price, for a shop that buys. */
    | { readonly kind: 'buysAt' | 'buyMargin' | 'percent'; readonly times: string; readonly percent: number }
    | { readonly kind: 'perGram'; readonly added: number }
    | { readonly kind: 'unit'; readonly grams: number }
  );

/** The shown parts have this many decimals; the sum itself is computed with all of them. */
const SHOWN_DECIMALS = 2;

/**
 * How the price of a row comes about, before it is rounded. Steps that change nothing are left out, and `rupees` is what each
 * step gives, with two decimals. Null for a row that nothing prices.
 */
export function rowSum(row: PricedBy, landed: LandedPrices, margins: Margins): SumStep[] | null {
  const source = rowSource(landed, row);
  if (!source) return null;
  const isListed = source.key !== row.metal;
  const part = (percent: Decimal.Value) => new Exact(percent).div(100);
  const steps: SumStep[] = [];
  const { per, ...gram } = isListed ? source.price : landed[row.metal]!;
  let { rupees } = gram;
  const shown = () => rupees.div(per).toFixed(SHOWN_DECIMALS, Decimal.ROUND_HALF_UP);
  const times = (factor: Decimal, step: (given: { times: string; rupees: string }) => SumStep) => {
    if (factor.eq(1)) return;
    rupees = rupees.mul(factor);
    steps.push(step({ times: factor.toFixed(), rupees: shown() }));
  };

  steps.push({ kind: isListed ? 'listed' : 'landed', rupees: shown() });
  if (!isListed) times(new Exact(row.fineness).div(1_000), (given) => ({ kind: 'fineness', ...given }));
  const [metal, { sell_margin: sell, buy_margin: buy }] = [metalMargin(row.metal, margins), margins];
  const withMargins = (own: number) =>
    times(part(new Exact(metal).plus(sell).plus(own)).plus(1), (given) => ({ kind: 'margins', metal, sell, own, ...given }));
  if (row.side === 'sell') withMargins(row.percent);
  else {
    const hasMargins = !isListedBuy(source.key);
    if (hasMargins && buy > 0)
      times(part(new Exact(100).minus(buy)), (given) => ({ kind: 'buyMargin', percent: buy, ...given }));
    else if (hasMargins) {
      withMargins(0);
      const { fallbackBuyPercent: percent } = limits;
      times(part(percent), (given) => ({ kind: 'buysAt', percent, ...given }));
    }
    times(part(row.percent).plus(1), (given) => ({ kind: 'percent', percent: row.percent, ...given }));
  }
  if (row.rupees_per_gram !== 0) {
    rupees = rupees.plus(per.mul(row.rupees_per_gram));
    steps.push({ kind: 'perGram', added: row.rupees_per_gram, rupees: shown() });
  }
  rupees = rupees.mul(row.unit_grams);
  if (row.unit_grams !== 1) steps.push({ kind: 'unit', grams: row.unit_grams, rupees: shown() });
  return steps;
}
