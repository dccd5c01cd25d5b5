import { describe, expect, it } from '@jest/globals';
import type { Quote } from '@sarafa/contracts';
import { landedPrices, NO_MARGINS, rateBook } from '@sarafa/domain';
import { sellWithMargin } from './margin-preview.js';

const price = { at: '2026-11-20T10:40:00.000Z', source: 's', dutyIncluded: false };
const quote: Quote = { seq: 1, sample: false, gold: { ...price, price: '467500.37' }, silver: { ...price, price: '6938.11' } };
const duty = { gold: 5, silver: 6 };

describe('what a price becomes with another margin', () => {
  it('is what boards show then, to the rupee or one beside', () => {
    const book = rateBook(landedPrices(quote, duty));
    const sellOf = (gold_margin: number, sell_margin: number) =>
      book.ratesFor({ ...NO_MARGINS, gold_margin, sell_margin }).gold_24k.sell;
    for (const general of [0, 1.5, 50]) {
      for (const before of [0, 0.1, 3.3, 50]) {
        for (const after of [0, 0.1, 7.7, 50]) {
          const about = sellWithMargin(sellOf(before, general), before + general, after + general);
          expect(Math.abs(about - sellOf(after, general))).toBeLessThanOrEqual(1);
        }
      }
    }
    expect(sellWithMargin(157_821, 0, 1)).toBe(159_399);
  });
});
