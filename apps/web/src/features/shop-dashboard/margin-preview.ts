import { Decimal } from 'decimal.js';

/**
 * Roughly what a shown price becomes with another margin, in whole rupees. `before` and `after` are the sums of all percents
 * that are added to the base. The shown price is rounded, so the result may differ by a rupee from what the board then shows.
 */
export function sellWithMargin(shownSell: number, before: number, after: number): number {
  const of = (percent: number) => new Decimal(percent).div(100).add(1);
  return new Decimal(shownSell).mul(of(after)).div(of(before)).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber();
}
