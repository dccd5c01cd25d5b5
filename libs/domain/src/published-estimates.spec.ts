import { describe, expect, it } from '@jest/globals';
import { estimate } from './estimate.js';
import { estimateByIntegers } from './testing/estimate-by-integers.js';
import { publishedEstimates } from './testing/published-estimates.js';

describe('an estimate as others have published it', () => {
  it('has twenty examples', () => {
    expect(new Set(publishedEstimates.map(({ source }) => source)).size).toBe(20);
  });

  it.each(publishedEstimates)('comes to the same: $source', ({ input, pieces, bill, total, old = [], toPay = total }) => {
    const made = estimate(input);
    expect(
      made.pieces.map(({ metal, wastage, making, making_discount, stones, hallmark, sum }) => [
        ...[metal, wastage, making, making_discount, stones, hallmark, sum],
      ]),
    ).toEqual(pieces);
    const outside = made.outside === '0.00' ? [] : [made.outside];
    expect([made.taxable, ...made.tax.map(({ amount }) => amount), ...outside, made.round_off]).toEqual(bill);
    expect(made.old.flatMap(({ fine_grams, amount }) => (fine_grams ? [fine_grams, amount] : [amount]))).toEqual(old);
    expect([made.total, made.to_pay]).toEqual([total, toPay]);
    expect(made).toEqual(estimateByIntegers(input));
  });
});
