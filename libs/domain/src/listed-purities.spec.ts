import { describe, expect, it } from '@jest/globals';
import { type LandedDay, type ListedPurity, type RateRow, rateRowDefaults } from '@sarafa/contracts';
import fc from 'fast-check';
import { landedFromTexts, type LandedPrices, landedTexts, listedPrices } from './landed.js';
import { dayOfList, kolkataMidnight } from './landed-day.js';
import { type PricedBy, rowBook, rowFormula } from './rate-rows.js';
import { rowDoubts } from './row-doubts.js';
import { rowSum } from './row-sum.js';
import { type Margins, NO_MARGINS, rateBook } from './rates.js';

/** What an association published for one day: its 18K is no 750 thousandths of its 24K. */
const PRICES: ListedPurity[] = [
  { metal: 'gold', fineness: 916, sell: 14_415, buy: 14_100 },
  { metal: 'gold', fineness: 750, sell: 11_920 },
  { metal: 'silver', fineness: 999, sell: 330 },
];
const BASE = { gold: { fineness: 1_000, per_gram: 15_737 } };
const LANDED = listedPrices({ ...BASE, prices: PRICES });
const shopOf = (margins: Partial<Margins>): Margins => ({ ...NO_MARGINS, ...margins });
const row = (text: string, over: Partial<RateRow> = {}): PricedBy => {
  const [metal, fineness, grams, side] = text.split(' ');
  const named = { metal: metal as RateRow['metal'], side: side as RateRow['side'] };
  return { ...rateRowDefaults, ...named, fineness: Number(fineness), unit_grams: Number(grams), ...over };
};
const priceOf = (priced: PricedBy, margins: Partial<Margins> = {}, landed: LandedPrices = LANDED) =>
  rowBook(landed).priceOf(rowFormula(priced), shopOf(margins));

describe('a list with a price for each purity', () => {
  it('prices a row of a listed purity by that price alone, and others by their fineness', () => {
    expect(priceOf(row('gold 916 1 sell'))).toBe(14_415);
    expect(priceOf(row('gold 916 8 sell'))).toBe(115_320);
    // By fineness this would be 11,802.75.
    expect(priceOf(row('gold 750 1 sell'))).toBe(11_920);
    expect(priceOf(row('silver 1000 1000 sell'))).toBe(330_000);
    expect(priceOf(row('gold 1000 10 sell'))).toBe(157_370);
    // 15,737 x 0.585 = 9,206.145.
    expect(priceOf(row('gold 585 1 sell', { round_to: 0.01 }))).toBe(9_206.15);
    expect(priceOf(row('silver 925 1000 sell'))).toBeNull();
    expect(priceOf(row('silver 999 1 sell'))).toBe(330);
  });

  it('adds the margins and the row’s own adjustments to a listed price', () => {
    const adjusted = row('gold 916 8 sell', { percent: 0.5, rupees_per_gram: 20, round_to: 5, rounding: 'up' });
    // 14,415 x 1.035 = 14,919.525; + 20 = 14,939.525; x 8 = 119,516.20.
    expect(priceOf(adjusted, { gold_margin: 2, sell_margin: 1, buy_margin: 4 })).toBe(119_520);
    // 11,920 x 1.03 x 0.96 = 11,786.496, and with a buy margin 11,920 x 0.97 = 11,562.40.
    expect(priceOf(row('gold 750 1 buy', { round_to: 0.01 }), { gold_margin: 2, sell_margin: 1 })).toBe(11_786.5);
    expect(priceOf(row('gold 750 1 buy', { round_to: 0.01 }), { gold_margin: 2, buy_margin: 3 })).toBe(11_562.4);
  });

  it('takes no margin from a listed buy price', () => {
    for (const margins of [{}, { gold_margin: 2, sell_margin: 1 }, { buy_margin: 4 }]) {
      expect(priceOf(row('gold 916 10 buy'), margins)).toBe(141_000);
      // 14,100 x 0.99 - 5 = 13,954.
      expect(priceOf(row('gold 916 1 buy', { percent: -1, rupees_per_gram: -5 }), margins)).toBe(13_954);
    }
  });

  it('gives the standard rates of a board, and null where it prices neither the row nor its metal', () => {
    expect(rateBook(LANDED).ratesFor(NO_MARGINS)).toEqual({
      // 96 % of 157,370 and of 119,200; the buy of 22K is listed, 330,000 x 0.96 = 316,800.
      gold_24k: { sell: 157_370, buy: 151_075 },
      gold_22k: { sell: 144_150, buy: 141_000 },
      gold_18k: { sell: 119_200, buy: 114_432 },
      silver: { sell: 330_000, buy: 316_800 },
    });
    const without = listedPrices({ prices: PRICES.slice(0, 1) });
    expect(rateBook(without).ratesFor(shopOf({ gold_margin: 1, buy_margin: 4 }))).toEqual({
      gold_24k: { sell: null, buy: null },
      // 144,150 x 1.01 = 145,591.50.
      gold_22k: { sell: 145_592, buy: 141_000 },
      gold_18k: { sell: null, buy: null },
      silver: { sell: null, buy: null },
    });
    expect(rateBook(without).ratesJsonFor(NO_MARGINS)).toContain('"silver":{"sell":null,"buy":null}');
  });

  it('lets 999 stand for 1000 only where 1000 isn’t listed', () => {
    const both = listedPrices({ prices: [...PRICES, { metal: 'silver', fineness: 1_000, sell: 331 }] });
    expect([priceOf(row('silver 1000 1 sell'), {}, both), priceOf(row('silver 999 1 sell'), {}, both)]).toEqual([331, 330]);
    const pure = listedPrices({ prices: [{ metal: 'silver', fineness: 1_000, sell: 331 }] });
    expect(priceOf(row('silver 999 1 sell'), {}, pure)).toBeNull();
  });

  it('never works a listed purity out by fineness, whatever the base says', () => {
    const paise = (max: number) => fc.integer({ min: 1, max: max * 100 }).map((amount) => amount / 100);
    const fineness = fc.integer({ min: 1, max: 1_000 });
    fc.assert(
      fc.property(fineness, paise(9_999_999), paise(9_999_999), paise(9_999_999), (parts, sell, buy, base) => {
        const metal = 'gold' as const;
        const prices = [{ metal, fineness: parts, sell, buy }];
        const landed = listedPrices({ gold: { fineness: 1_000, per_gram: base }, prices });
        const read = landedFromTexts(JSON.parse(JSON.stringify(landedTexts(landed))));
        for (const [side, price] of [
          ['sell', sell],
          ['buy', buy],
        ] as const) {
          const gram = row(`gold ${parts} 1 ${side}`, { round_to: 0.01 });
          expect([priceOf(gram, {}, landed), priceOf(gram, {}, read)]).toEqual([price, price]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('is what the sum behind a price begins with', () => {
    expect(rowSum(row('gold 916 8 sell', { percent: 1 }), LANDED, shopOf({ gold_margin: 2 }))).toEqual([
      { kind: 'listed', rupees: '14415.00' },
      { kind: 'margins', metal: 2, sell: 0, own: 1, times: '1.03', rupees: '14847.45' },
      { kind: 'unit', grams: 8, rupees: '118779.60' },
    ]);
    expect(rowSum(row('gold 916 1 buy'), LANDED, shopOf({ gold_margin: 2, buy_margin: 4 }))).toEqual([
      { kind: 'listed', rupees: '14100.00' },
    ]);
  });

  it('is what a row is doubted by', () => {
    const doubts = (price: number) => rowDoubts(row('gold 750 1 sell'), price, LANDED, NO_MARGINS);
    expect([doubts(11_919), doubts(11_920)]).toEqual([
      { belowCost: 11_920, farFrom: null },
      { belowCost: null, farFrom: null },
    ]);
  });
});

describe('the day of a list with a price for each purity', () => {
  const NOON = kolkataMidnight(Date.parse('2026-11-24T06:30:00Z')) + 12 * 3_600_000;
  const HOUR = 3_600_000;
  type Setting = Parameters<typeof listedPrices>[0];
  /** The settings of a day, an hour after one another. */
  const dayOf = (...settings: Setting[]) =>
    settings.reduce<{ day: LandedDay | null; landed: LandedPrices | null }>(
      ({ day, landed }, setting, index) => {
        const [next, now] = [listedPrices(setting), NOON + index * HOUR];
        return { day: dayOfList(landed && { landed, day, setAt: now - HOUR }, next, now), landed: next };
      },
      { day: null, landed: null },
    ).day!;
  const figures = (day: LandedDay, priced: PricedBy, margins: Partial<Margins> = {}) =>
    (['open', 'high', 'low', 'previousClose'] as const).map((part) => priceOf(priced, margins, landedFromTexts(day[part])));
  const k18 = (sell: number, buy?: number): ListedPurity => ({
    ...{ metal: 'gold', fineness: 750, sell },
    ...(buy === undefined ? {} : { buy }),
  });

  it('goes over all settings of the day', () => {
    const day = dayOf(
      ...[11_920, 12_050, 11_880, 11_990].map((sell, index) => ({ ...BASE, prices: [k18(sell, 11_000 + index)] })),
    );
    expect(figures(day, row('gold 750 1 sell'))).toEqual([11_920, 12_050, 11_880, null]);
    expect(figures(day, row('gold 750 1 buy'))).toEqual([11_000, 11_003, 11_000, null]);
  });

  it('has what boards showed before a purity was listed, and after it isn’t any more', () => {
    // By fineness 18K is 11,802.75, rounded 11,803.
    const before = dayOf(BASE, { ...BASE, prices: [k18(11_920)] });
    expect(figures(before, row('gold 750 1 sell'))).toEqual([11_803, 11_920, 11_803, null]);
    const after = dayOf({ ...BASE, prices: [k18(11_920)] }, BASE);
    expect(figures(after, row('gold 750 1 sell'))).toEqual([11_920, 11_920, 11_803, null]);
    const without = dayOf({ prices: [k18(11_920)] }, { prices: [k18(11_920), { ...k18(13_000), fineness: 833 }] });
    expect(figures(without, row('gold 833 1 sell'))).toEqual([13_000, 13_000, 13_000, null]);
  });

  it('has what boards showed for pure metal while 999 was listed in its place, and while it wasn’t', () => {
    const base = { silver: { fineness: 999, per_gram: 330 } };
    const listed = { ...base, prices: [{ metal: 'silver' as const, fineness: 999, sell: 331, buy: 320 }] };
    const pure = row('silver 1000 1000 sell');
    // 330 / 0.999 = 330.33.
    expect(figures(dayOf(base, listed), pure)).toEqual([330_330, 331_000, 330_330, null]);
    expect(figures(dayOf(listed, base), pure)).toEqual([331_000, 331_000, 330_330, null]);
    expect(figures(dayOf(listed, base, listed), row('silver 999 1000 sell'))).toEqual([331_000, 331_000, 330_000, null]);
    const finer = { prices: [{ metal: 'silver' as const, fineness: 999.9, sell: 332 }] };
    expect(Object.keys(dayOf(finer).high)).toEqual(['silver 999.9']);
    // The buy price goes with 999, which stands for pure metal no longer.
    const both = { prices: [...listed.prices, { metal: 'silver' as const, fineness: 1_000, sell: 332 }] };
    const { high, low } = dayOf(listed, both);
    expect([high, low].map((part) => part['silver 1000 buy'] !== undefined)).toEqual([true, false]);
  });

  it('has no buy price in common where one was listed for a part of the day', () => {
    const [listed, not] = [{ prices: [k18(11_920, 11_000)] }, { prices: [k18(11_920)] }];
    for (const settings of [
      [listed, not],
      [not, listed],
      [not, listed, not],
      [listed, not, listed],
    ]) {
      const { high, low } = dayOf(...settings);
      expect([high, low].map((part) => part['gold 750 buy'] !== undefined)).toEqual([true, false]);
    }
  });
});
