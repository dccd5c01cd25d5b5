import { describe, expect, it } from '@jest/globals';
import { type RateRow, rateRowDefaults } from '@sarafa/contracts';
import { landedFromTexts, landedPrices, landedTexts } from './landed.js';
import { type PricedBy, rowBook, rowFormula } from './rate-rows.js';
import { type Margins, NO_MARGINS } from './rates.js';
import { NO_DOUBTS, rowDoubts } from './row-doubts.js';
import { rowSum } from './row-sum.js';

const metal = (price: string) => ({ price, at: '2026-11-20T10:00:00.000Z', source: 'spec', dutyIncluded: false });
/** 14,000 and 90 rupees a gram, times the 31.1034768 g of a troy ounce. With the duties 14,700 and 95.4 rupees a gram. */
const QUOTE = { seq: 1, gold: metal('435448.6752'), silver: metal('2799.312912'), sample: false };
const LANDED = landedPrices(QUOTE, { gold: 5, silver: 6 });

function row(text: string, over: Partial<RateRow> = {}): PricedBy {
  const [name, fineness, grams, side] = text.split(' ');
  const named = { metal: name as RateRow['metal'], side: side as RateRow['side'] };
  return { ...rateRowDefaults, ...named, fineness: Number(fineness), unit_grams: Number(grams), ...over };
}
const shopOf = (margins: Partial<Margins>) => ({ ...NO_MARGINS, ...margins });
const sumOf = (priced: PricedBy, margins: Partial<Margins> = {}) => rowSum(priced, LANDED, shopOf(margins));

describe('the sum behind a price', () => {
  it('of a pavan of 22K, sold with margins of shop and row and with rupees a gram', () => {
    expect(sumOf(row('gold 916 8 sell', { percent: 0.5, rupees_per_gram: 50 }), { gold_margin: 2, sell_margin: 1 })).toEqual([
      { kind: 'landed', rupees: '14700.00' },
      { kind: 'fineness', times: '0.916', rupees: '13465.20' },
      { kind: 'margins', metal: 2, sell: 1, own: 0.5, times: '1.035', rupees: '13936.48' },
      { kind: 'perGram', added: 50, rupees: '13986.48' },
      // 13,465.2 x 1.035 = 13,936.482; + 50 = 13,986.482; x 8 = 111,891.856.
      { kind: 'unit', grams: 8, rupees: '111891.86' },
    ]);
  });

  it('of a pavan of 22K, bought at 96 % of the sell', () => {
    expect(sumOf(row('gold 916 8 buy', { percent: -1 }), { gold_margin: 2, sell_margin: 1 })).toEqual([
      { kind: 'landed', rupees: '14700.00' },
      { kind: 'fineness', times: '0.916', rupees: '13465.20' },
      { kind: 'margins', metal: 2, sell: 1, own: 0, times: '1.03', rupees: '13869.16' },
      { kind: 'buysAt', percent: 96, times: '0.96', rupees: '13314.39' },
      { kind: 'percent', percent: -1, times: '0.99', rupees: '13181.25' },
      // 13,869.156 x 0.96 x 0.99 = 13,181.2458624; x 8 = 105,449.9668992.
      { kind: 'unit', grams: 8, rupees: '105449.97' },
    ]);
  });

  it('of silver, bought below the landed price, without what changes nothing', () => {
    expect(sumOf(row('silver 1000 1 buy'), { sell_margin: 9, buy_margin: 5 })).toEqual([
      { kind: 'landed', rupees: '95.40' },
      { kind: 'buyMargin', percent: 5, times: '0.95', rupees: '90.63' },
    ]);
  });

  it('is none for a metal without a price', () => {
    expect(sumOf(row('platinum 950 1 sell'))).toBeNull();
  });
});

describe('landed prices', () => {
  it('go to a browser and come back without losing a digit', () => {
    // A price of an ounce with 20 decimals, and a duty with three.
    const odd = { ...QUOTE, gold: metal('467500.12345678901234567891') };
    const landed = landedPrices(odd, { gold: 5.125, silver: 6 });
    const texts = JSON.parse(JSON.stringify(landedTexts(landed))) as ReturnType<typeof landedTexts>;
    expect(Object.keys(texts)).toEqual(['gold', 'silver']);
    expect(landedFromTexts(texts)).toEqual(landed);
    for (const priced of [row('gold 916 8 sell', { round_to: 0.01 }), row('silver 925 0.1 buy', { round_to: 0.01 })]) {
      const price = (from: typeof landed) => rowBook(from).priceOf(rowFormula(priced), shopOf({ gold_margin: 1.5 }));
      expect(price(landedFromTexts(texts))).toBe(price(landed));
    }
  });
});

describe('the doubts about a row', () => {
  const doubts = (priced: PricedBy, margins: Partial<Margins> = {}, landed = LANDED) =>
    rowDoubts(priced, rowBook(landed).priceOf(rowFormula(priced), shopOf(margins)), landed, shopOf(margins));

  it('are none for one that stands with the standard ones', () => {
    for (const text of [
      'gold 916 8 sell',
      'gold 585 1 sell',
      'gold 916 8 buy',
      'silver 925 1000 sell',
      'platinum 950 1 sell',
    ]) {
      expect([text, doubts(row(text, { round_to: 0.01 }), { gold_margin: 2 })]).toEqual([text, NO_DOUBTS]);
    }
  });

  it('begin below the landed price of what is sold', () => {
    // 22K: 13,465.20 a gram.
    expect(doubts(row('gold 916 1 sell')).belowCost).toBeNull();
    expect(doubts(row('gold 916 1 sell', { rupees_per_gram: -0.5, round_to: 0.01 })).belowCost).toBeNull();
    expect(doubts(row('gold 916 1 sell', { rupees_per_gram: -0.51, round_to: 0.01 })).belowCost).toBe(13_465.2);
    expect(doubts(row('gold 916 1 sell', { round_to: 5, rounding: 'up' })).belowCost).toBeNull();
    expect(doubts(row('gold 916 1 sell', { round_to: 10, rounding: 'down' })).belowCost).toBe(13_465.2);
    // A margin covers what the row takes off.
    expect(doubts(row('gold 916 1 sell', { percent: -2 }), { gold_margin: 2 }).belowCost).toBeNull();
    expect(doubts(row('gold 916 1 buy', { percent: -20 })).belowCost).toBeNull();
  });

  it('begin a fifth above or below the standard row, for the same weight and fineness', () => {
    // 24K for 10 g costs 147,000, so 10 g of 995 cost 146,265; a fifth is 29,253.
    const at = (perGram: number) => row('gold 995 10 sell', { rupees_per_gram: perGram });
    expect(doubts(at(2_925.2)).farFrom).toBeNull();
    expect(doubts(at(2_925.3)).farFrom).toBe(146_265);
    expect(doubts(at(-2_925.2)).farFrom).toBeNull();
    expect(doubts(at(-2_925.3)).farFrom).toBe(146_265);
  });

  it('hold a buy row against what the shop buys at', () => {
    expect(doubts(row('gold 1000 10 buy'), { buy_margin: 30 }).farFrom).toBeNull();
    expect(doubts(row('gold 1000 10 buy', { percent: 20 }), { buy_margin: 30 }).farFrom).toBe(102_900);
  });

  it('are none without a price', () => {
    expect(doubts(row('platinum 950 1 sell'))).toEqual(NO_DOUBTS);
  });
});
