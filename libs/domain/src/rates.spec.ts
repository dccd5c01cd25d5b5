import { describe, expect, it } from '@jest/globals';
import { landedPrices } from './landed.js';
import { type Margins, rateBook } from './rates.js';

const metal = (price: string, dutyIncluded = false) => ({
  price,
  at: '2026-11-20T10:00:00.000Z',
  source: 'spec',
  dutyIncluded,
});
const quote = (gold: string, silver: string) => ({ seq: 1, gold: metal(gold), silver: metal(silver), sample: false });
const duty = { gold: 5, silver: 6 };
const noMargins: Margins = { gold_margin: 0, silver_margin: 0, sell_margin: 0, buy_margin: 0 };

describe('rates', () => {
  it('are what the ruling says for a quote of one rupee a gram', () => {
    const rates = rateBook(landedPrices(quote('31.1034768', '31.1034768'), duty)).ratesFor(noMargins);
    expect(rates).toEqual({
      gold_24k: { sell: 11, buy: 11 },
      gold_22k: { sell: 10, buy: 10 },
      gold_18k: { sell: 8, buy: 8 },
      silver: { sell: 1060, buy: 1018 },
    });
  });

  it('round an exact tie up where dividing first would round it down', () => {
    // 259.19564 / 31.1034768 is 25/3. Rounded there, and then multiplied by 10 g and 1.05, it would give 87.4999... instead of
    // 87.5.
    expect(rateBook(landedPrices(quote('259.19564', '1'), duty)).ratesFor(noMargins).gold_24k.sell).toBe(88);
  });

  it('charge no duty on a price that contains it', () => {
    const landed = { ...quote('311034.768', '31.1034768'), gold: metal('311034.768', true) };
    const rates = rateBook(landedPrices(landed, duty)).ratesFor(noMargins);
    expect(rates.gold_24k.sell).toBe(100_000);
    expect(rates.silver.sell).toBe(1060);
  });

  it('are kept by sums of margins without mixing them up', () => {
    const book = rateBook(landedPrices(quote('467500.12', '6938.5'), duty));
    const fresh = (margins: Margins) => rateBook(landedPrices(quote('467500.12', '6938.5'), duty)).ratesFor(margins);
    const cases: Margins[] = [
      { ...noMargins, gold_margin: 0.1, sell_margin: 0.2 },
      { ...noMargins, gold_margin: 0.3 },
      { ...noMargins, gold_margin: 0.3, buy_margin: 2 },
      { ...noMargins, gold_margin: 0.3001 },
      { ...noMargins, gold_margin: 0.30004, sell_margin: 0.00006 },
      { ...noMargins, silver_margin: 50, sell_margin: 50, buy_margin: 50 },
    ];
    for (const margins of [...cases, ...cases]) expect(book.ratesFor(margins)).toEqual(fresh(margins));
    expect(book.ratesFor(cases[0]!).gold_24k).toEqual(book.ratesFor(cases[1]!).gold_24k);
  });

  it('agree with exact fractions for any quote and margin', () => {
    const random = seeded(20261120);
    for (let round = 0; round < 5_000; round++) {
      const gold = (random() * 500_000 + 1).toFixed(4);
      const silver = (random() * 9_000 + 1).toFixed(4);
      const margins: Margins = {
        gold_margin: thousandths(random() * 50),
        silver_margin: thousandths(random() * 50),
        sell_margin: thousandths(random() * 50),
        buy_margin: round % 2 ? thousandths(random() * 50) : 0,
      };
      const law = { gold: thousandths(random() * 50), silver: thousandths(random() * 50) };
      const [goldDuty, silverDuty] = [law.gold, law.silver].map((percent) => Math.round(percent * 1000));
      const book = rateBook(landedPrices(quote(gold, silver), law));
      const rates = book.ratesFor(margins);
      expect(JSON.parse(`{${book.ratesJsonFor(margins)}}`)).toEqual(rates);
      const goldSum = Math.round((margins.gold_margin + margins.sell_margin) * 1000);
      const silverSum = Math.round((margins.silver_margin + margins.sell_margin) * 1000);
      expect(rates.gold_24k.sell).toBe(exactSell(gold, 1000n, goldDuty!, goldSum));
      expect(rates.gold_22k.sell).toBe(exactSell(gold, 916n, goldDuty!, goldSum));
      expect(rates.gold_18k.sell).toBe(exactSell(gold, 750n, goldDuty!, goldSum));
      expect(rates.silver.sell).toBe(exactSell(silver, 100_000n, silverDuty!, silverSum));
      expect(rates.silver.buy).toBe(
        margins.buy_margin > 0
          ? exactSell(silver, 100_000n, silverDuty!, -Math.round(margins.buy_margin * 1000))
          : Math.floor((rates.silver.sell! * 96 + 50) / 100),
      );
    }
  });
});

/** The formula of rules 3.3 to 3.7 as one fraction of whole numbers: centigrams of pure metal, duty and margin in thousandths of a percent. */
function exactSell(price: string, centigrams: bigint, duty: number, margin: number): number {
  const [whole = '0', part = ''] = price.split('.');
  const scaledPrice = BigInt(whole + part.padEnd(7, '0')); // Scaled by 10^7, which also makes the grams of an ounce a whole number.
  const numerator = scaledPrice * centigrams * BigInt(100_000 + duty) * BigInt(100_000 + margin);
  const denominator = 311_034_768n * 100n * 100_000n * 100_000n;
  return Number((2n * numerator + denominator) / (2n * denominator));
}

const thousandths = (value: number) => Math.round(value * 1000) / 1000;

/** mulberry32: the same pseudo-random cases in every run. */
function seeded(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
}
