import { describe, expect, it } from '@jest/globals';
import { marketBeside } from './market-beside.js';

const row = (sell: number | null) => ({ sell, buy: null });
const rates = { gold_24k: row(157_821), silver: row(333_000) };

describe('the market beside the price of a list', () => {
  it.each([
    // 1,57,821 x 0.916 / 10 is 14,456.4036.
    ['gold', 916, 14_415, { market: 14_456.4, rupees: -41.4 }],
    ['gold', 999, 15_766.32, { market: 15_766.32, rupees: 0 }],
    ['silver', 1_000, 349.65, { market: 333, rupees: 16.65, percent: 5 }],
  ] as const)('%s of %d at %d', (metal, fineness, sell, beside) => {
    expect(marketBeside(rates, { metal, fineness, sell })).toMatchObject(beside);
  });

  it('is none where the market has no rate of the metal', () => {
    expect(marketBeside(rates, { metal: 'platinum', fineness: 950, sell: 6_000 })).toBeNull();
    for (const none of [undefined, {}, { gold_24k: row(null) }, { gold_24k: row(0) }])
      expect(marketBeside(none, { metal: 'gold', fineness: 916, sell: 14_415 })).toBeNull();
  });
});
