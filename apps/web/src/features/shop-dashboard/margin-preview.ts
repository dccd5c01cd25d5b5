import { Decimal } from 'decimal.js';

/**
 * About what a shown price becomes with another margin, in whole rupees. `before` and `after` are all percents that are added
 * to the base. The shown price was rounded, so this may be a rupee beside what the board then shows.
 */
export function sellWithMargin(shownSell: number, before: number, after: number): number {
  const of = (percent: number) => new Decimal(percent).div(100).add(1);
  return new Decimal(shownSell).mul(of(after)).div(of(before)).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber();
}
