import { describe, expect, it } from '@jest/globals';
import { type RateRow, rateRowDefaults, standardRows } from '@sarafa/contracts';
import { landedPrices } from './landed.js';
import { type PricedBy, rowBook, rowFormula } from './rate-rows.js';
import { type Margins, NO_MARGINS } from './rates.js';

const metal = (price: string, dutyIncluded = false) => ({
  price,
  at: '2026-11-20T10:00:00.000Z',
  source: 'spec',
  dutyIncluded,
});
/**
 * 14,000, 90 and 6,000 rupees a gram, each times the 31.1034768 g of a troy ounce. With the duties of 5, 6 and 5 % a gram's
 * landed price is 14,000 x 1.05 = 14,700 of gold, 90 x 1.06 = 95.4 of silver and 6,000 x 1.05 = 6,300 of platinum.
 */
const QUOTE = {
  seq: 1,
  gold: metal('435448.6752'),
  silver: metal('2799.312912'),
  platinum: metal('186620.8608'),
  sample: false,
};
const DUTIES = { gold: 5, silver: 6, platinum: 5 };
const LANDED = landedPrices(QUOTE, DUTIES);

function row(text: string, over: Partial<RateRow> = {}): PricedBy {
  const [name, fineness, grams, side] = text.split(' ');
  const named = { metal: name as RateRow['metal'], side: side as RateRow['side'] };
  return { ...rateRowDefaults, ...named, fineness: Number(fineness), unit_grams: Number(grams), ...over };
}
const priceOf = (priced: PricedBy, margins: Partial<Margins> = {}) =>
  rowBook(LANDED).priceOf(rowFormula(priced), { ...NO_MARGINS, ...margins });

describe('the price of a row, worked by hand', () => {
  it('of a pavan of 22K, sold with two margins', () => {
    // 14,700 x 916 / 1000 = 13,465.20 a gram of 22K. Margins 2 + 1 = 3 %: 13,465.20 x 1.03 = 13,869.156.
    // x 8 g = 110,953.248; nearest rupee: 110,953.
    expect(priceOf(row('gold 916 8 sell'), { gold_margin: 2, sell_margin: 1 })).toBe(110_953);
  });

  it('of a tola of 22K, sold half a percent dearer, up to 5 rupees', () => {
    // 13,465.20 x 1.005 = 13,532.526 a gram. x 11.6638 g = 157,840.6767588 (13,532.526 x 11 = 148,857.786;
    // x 0.6638 = 8,982.8907588). Up to the next 5: 157,845.
    expect(priceOf(row('gold 916 11.6638 sell', { percent: 0.5, round_to: 5, rounding: 'up' }))).toBe(157_845);
  });

  it('of 100 g of 995, sold 12.55 rupees a gram cheaper, down to 100 rupees', () => {
    // 14,700 x 995 / 1000 = 14,626.50. - 12.55 = 14,613.95. x 100 g = 1,461,395. Down to whole hundreds: 1,461,300.
    expect(priceOf(row('gold 995 100 sell', { rupees_per_gram: -12.55, round_to: 100, rounding: 'down' }))).toBe(1_461_300);
  });

  it('of a tenth of a gram of 18K, sold to the paisa, where the tie goes up', () => {
    // 14,700 x 750 / 1000 = 11,025. Margins 1.5 + 0.5 = 2 %: 11,245.50. + 40.25 = 11,285.75. x 0.1 g = 1,128.575, which is
    // halfway between 1,128.57 and 1,128.58: 1,128.58.
    const paise = row('gold 750 0.1 sell', { rupees_per_gram: 40.25, round_to: 0.01 });
    expect(priceOf(paise, { gold_margin: 1.5, sell_margin: 0.5 })).toBe(1_128.58);
  });

  it('of a pavan of 22K, bought at 96 % of the sell before rounding', () => {
    // The sell a gram is 13,869.156, as above. x 0.96 = 13,314.38976. x 8 g = 106,515.11808; nearest rupee: 106,515.
    // Of the shown 110,953 it would be 106,514.88, so 106,515 as well; the next case tells the two apart.
    expect(priceOf(row('gold 916 8 buy'), { gold_margin: 2, sell_margin: 1 })).toBe(106_515);
  });

  it('of a gram of silver, bought at 96 % of the sell before rounding', () => {
    // 95.40 x 0.96 = 91.584 a gram; nearest rupee: 92. Of the shown sell of 95 it would be 91.2, so 91.
    expect(priceOf(row('silver 1000 1 buy'))).toBe(92);
  });

  it('of a pavan of 22K, bought by the buy margin', () => {
    // 13,465.20 x (1 - 3 / 100) = 13,061.244. x 8 g = 104,489.952; nearest rupee: 104,490. The other margins don't count.
    expect(priceOf(row('gold 916 8 buy'), { gold_margin: 2, sell_margin: 1, buy_margin: 3 })).toBe(104_490);
  });

  it('of 10 g of 24K, bought by the buy margin and adjusted both ways, down to 10 rupees', () => {
    // 14,700 x (1 - 2.5 / 100) = 14,332.50. Then x (1 - 1 / 100) = 14,189.175. - 5 = 14,184.175. x 10 g = 141,841.75.
    // Down to whole tens: 141,840.
    const adjusted = row('gold 1000 10 buy', { percent: -1, rupees_per_gram: -5, round_to: 10, rounding: 'down' });
    expect(priceOf(adjusted, { buy_margin: 2.5 })).toBe(141_840);
  });

  it('of a kilogram of sterling silver, sold 1.20 rupees a gram dearer, up to 50 rupees', () => {
    // 95.40 x 925 / 1000 = 88.245. Margin 4 %: 91.7748. + 1.20 = 92.9748. x 1000 g = 92,974.80. Up to the next 50: 93,000.
    const sterling = row('silver 925 1000 sell', { rupees_per_gram: 1.2, round_to: 50, rounding: 'up' });
    expect(priceOf(sterling, { silver_margin: 4 })).toBe(93_000);
  });

  it('of 100 g of silver, bought half a percent dearer, down to ten paise', () => {
    // The sell a gram has the margin of 2 %, and not the half percent of the row: 95.40 x 1.02 = 97.308. x 0.96 = 93.41568.
    // x 1.005 = 93.8827584. x 100 g = 9,388.27584. Down to whole tenths: 9,388.20.
    const bought = row('silver 1000 100 buy', { percent: 0.5, round_to: 0.1, rounding: 'down' });
    expect(priceOf(bought, { sell_margin: 2 })).toBe(9_388.2);
  });

  it('of 10 g of platinum 950, sold with its own margin, up to the rupee', () => {
    // 6,300 x 950 / 1000 = 5,985. Margins 1 + 2 = 3 %: 6,164.55. x 10 g = 61,645.50. Up: 61,646.
    expect(priceOf(row('platinum 950 10 sell', { rounding: 'up' }), { platinum_margin: 1, sell_margin: 2 })).toBe(61_646);
  });

  it('of a gram of platinum 950, bought for less than nothing, which is nothing', () => {
    // 5,985 x 0.96 = 5,745.60. x (1 - 20 / 100) = 4,596.48. - 10,000 is below 0: 0.
    expect(priceOf(row('platinum 950 1 buy', { percent: -20, rupees_per_gram: -10_000 }))).toBe(0);
  });
});

describe('the price of a row', () => {
  it('has no duty on top of a price that contains it', () => {
    const landed = landedPrices({ ...QUOTE, gold: metal('435448.6752', true) }, DUTIES);
    expect(rowBook(landed).priceOf(rowFormula(row('gold 1000 1 sell')), NO_MARGINS)).toBe(14_000);
  });

  it('is none where the metal has no quote or no duty', () => {
    const { platinum: _, ...withoutPlatinum } = QUOTE;
    const platinum = rowFormula(row('platinum 950 10 sell'));
    expect(rowBook(landedPrices(withoutPlatinum, DUTIES)).priceOf(platinum, NO_MARGINS)).toBeNull();
    expect(rowBook(landedPrices(QUOTE, { gold: 5, silver: 6 })).priceOf(platinum, NO_MARGINS)).toBeNull();
    expect(rowBook(landedPrices(withoutPlatinum, DUTIES)).priceOf(rowFormula(standardRows[0]!), NO_MARGINS)).toBe(147_000);
  });

  it('is kept by all that decides it, and by nothing else', () => {
    const book = rowBook(LANDED);
    const rows = [
      row('gold 916 8 sell'),
      row('gold 916 8 buy'),
      row('gold 916 8 sell', { rounding: 'up' }),
      row('gold 916 8 sell', { round_to: 10 }),
      row('gold 916 8 sell', { percent: 1 }),
      row('gold 916 8 sell', { rupees_per_gram: 1 }),
      row('gold 917 8 sell'),
      row('gold 916 9 sell'),
      row('silver 916 8 sell'),
      row('platinum 916 8 sell'),
    ].map(rowFormula);
    const shops: Margins[] = [
      NO_MARGINS,
      { ...NO_MARGINS, gold_margin: 1 },
      { ...NO_MARGINS, sell_margin: 1 },
      { ...NO_MARGINS, silver_margin: 1, platinum_margin: 2 },
      { ...NO_MARGINS, buy_margin: 1 },
      { ...NO_MARGINS, buy_margin: 4, gold_margin: 3 },
    ];
    for (const margins of [...shops, ...shops]) {
      for (const one of rows) expect(book.priceOf(one, margins)).toBe(rowBook(LANDED).priceOf(one, margins));
    }
  });
});
