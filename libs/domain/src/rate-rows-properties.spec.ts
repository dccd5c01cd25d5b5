import { describe, expect, it } from '@jest/globals';
import {
  limits,
  Metal,
  normalText,
  type RateRow,
  RateRows,
  Rounding,
  RowSide,
  RowsMode,
  SentRateRows,
  standardRows,
} from '@sarafa/contracts';
import fc from 'fast-check';
import { landedFromTexts, landedPrices, landedTexts } from './landed.js';
import { type PricedBy, rowBook, rowFormula } from './rate-rows.js';
import { type Margins, rateBook } from './rates.js';
import { rowSum } from './row-sum.js';

const { fineness, unitGrams, percent, rupeesPerGram, roundTo } = limits.rateRows;
const RUNS = { numRuns: 10_000 };

/** A number of at most so many decimals, as a whole number of its last place. */
const decimal = (min: number, max: number, decimals: number) => {
  const scale = 10 ** decimals;
  return fc.integer({ min: Math.round(min * scale), max: Math.round(max * scale) }).map((places) => places / scale);
};
const metalQuote = (max: number) =>
  fc.record({
    price: decimal(1, max, 4).map((price) => price.toFixed(4)),
    at: fc.constant('2026-11-20T10:00:00.000Z'),
    source: fc.constant('spec'),
    dutyIncluded: fc.boolean(),
  });
const quotes = fc.record({
  seq: fc.constant(1),
  gold: metalQuote(1_350_000),
  silver: metalQuote(27_000),
  platinum: metalQuote(540_000),
  sample: fc.constant(false),
});
const duty = decimal(0, 50, 3);
const duties = fc.record({ gold: duty, silver: duty, platinum: duty });
const margin = decimal(0, 50, 1);
const shops: fc.Arbitrary<Margins> = fc.record({
  ...{ gold_margin: margin, silver_margin: margin, platinum_margin: margin },
  sell_margin: margin,
  buy_margin: fc.oneof(fc.constant(0), margin),
});
const rows: fc.Arbitrary<RateRow> = fc.record({
  id: fc.stringMatching(/^[A-Za-z0-9_-]{1,24}$/),
  title: fc.string({ maxLength: 40 }).filter((title) => title === normalText(title) && /^\P{Cc}*$/u.test(title)),
  metal: fc.constantFrom(...Metal.options),
  fineness: decimal(fineness.min, fineness.max, fineness.decimals),
  unit_grams: decimal(unitGrams.min, unitGrams.max, unitGrams.decimals),
  side: fc.constantFrom(...RowSide.options),
  percent: decimal(percent.min, percent.max, percent.decimals),
  rupees_per_gram: decimal(rupeesPerGram.min, rupeesPerGram.max, rupeesPerGram.decimals),
  round_to: fc.constantFrom(...roundTo),
  rounding: fc.constantFrom(...Rounding.options),
  shown: fc.boolean(),
});
const lists = fc.uniqueArray(rows, { selector: ({ id }) => id, maxLength: limits.rateRows.perShop });
type Quote = Parameters<typeof landedPrices>[0];
type Duties = Parameters<typeof landedPrices>[1];
const bookOf = (quote: Quote, law: Duties) => {
  const book = rowBook(landedPrices(quote, law));
  return { priceOf: (row: PricedBy, shop: Margins) => book.priceOf(rowFormula(row), shop) };
};

describe('for any quote, duty and margins', () => {
  it('rows equal to the standard ones have the same rupees', () => {
    fc.assert(
      fc.property(quotes, duties, shops, (quote, law, shop) => {
        const [standard, own] = [rateBook(landedPrices(quote, law)).ratesFor(shop), bookOf(quote, law)];
        for (const row of standardRows) {
          const rate = standard[row.id as 'silver'];
          expect(own.priceOf(row, shop)).toBe(rate.sell);
          // Without a buy margin the standard buy price is made of the sell price that is shown, and so rounded twice.
          if (shop.buy_margin > 0) expect(own.priceOf({ ...row, side: 'buy' }, shop)).toBe(rate.buy);
        }
      }),
      RUNS,
    );
  });

  it('no shop buys dearer than it sells where the row adjusts nothing', () => {
    fc.assert(
      fc.property(quotes, duties, shops, rows, (quote, law, shop, any) => {
        const [book, row] = [bookOf(quote, law), { ...any, percent: 0, rupees_per_gram: 0 }];
        const [sell, buy] = (['sell', 'buy'] as const).map((side) => book.priceOf({ ...row, side }, shop)!);
        expect(buy).toBeLessThanOrEqual(sell!);
      }),
      RUNS,
    );
  });

  it('rounding moves a price by at most half a step to the nearest, and by less than one up or down', () => {
    fc.assert(
      fc.property(quotes, duties, shops, rows, (quote, law, shop, row) => {
        const { numerator, denominator } = exactPrice(quote[row.metal], law[row.metal], row, shop);
        const step = hundredths(row.round_to) * denominator;
        const moved = hundredths(bookOf(quote, law).priceOf(row, shop)!) * denominator - numerator * 100n;
        if (row.rounding === 'nearest') expect(2n * moved > -step && 2n * moved <= step).toBe(true);
        if (row.rounding === 'up') expect(moved >= 0n && moved < step).toBe(true);
        if (row.rounding === 'down') expect(moved > -step && moved <= 0n).toBe(true);
      }),
      RUNS,
    );
  });

  it('the sum behind a price ends where the price is rounded', () => {
    fc.assert(
      fc.property(quotes, duties, shops, rows, (quote, law, shop, row) => {
        const landed = landedFromTexts(landedTexts(landedPrices(quote, law)));
        const price = rowBook(landed).priceOf(rowFormula(row), shop)!;
        expect(price).toBe(bookOf(quote, law).priceOf(row, shop));
        const unrounded = Math.max(0, Number(rowSum(row, landed, shop)!.at(-1)!.rupees));
        // A price of less than a step may become 0 or a step; the sum is shown to the paisa.
        expect(Math.abs(price - unrounded)).toBeLessThan(row.round_to + 0.011);
      }),
      // Divisions take far longer than the prices themselves.
      { numRuns: 300 },
    );
  });

  it('the order of rows changes no price', () => {
    const shuffled = lists.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
    );
    fc.assert(
      fc.property(quotes, duties, shops, shuffled, (quote, law, shop, [list, other]) => {
        const pricesOf = (ordered: readonly RateRow[]) => {
          const book = bookOf(quote, law);
          return new Map(ordered.map((row) => [row.id, book.priceOf(row, shop)]));
        };
        const [prices, others] = [pricesOf(list), pricesOf(other)];
        for (const { id } of list) expect(others.get(id)).toBe(prices.get(id));
      }),
    );
  });
});

it('a list comes out of JSON as it went in, both as state and as what a person sends', () => {
  const wholeLists = fc.record({ rev: fc.nat(), rows_mode: fc.constantFrom(...RowsMode.options), rows: lists });
  fc.assert(
    fc.property(wholeLists, (list) => {
      const read = JSON.parse(JSON.stringify(list)) as unknown;
      expect(RateRows.parse(read)).toEqual(list);
      expect(SentRateRows.parse(read)).toEqual(list);
    }),
    { numRuns: 300 },
  );
});

const hundredths = (rupees: number) => BigInt(Math.round(rupees * 100));

/** The formulas of rules 3.13 to 3.15 as a fraction of whole numbers, at least 0. */
function exactPrice({ price, dutyIncluded }: Quote['gold'], law: number, row: RateRow, shop: Margins) {
  const scaled = (value: number, decimals: number) => BigInt(Math.round(value * 10 ** decimals));
  const metalMargin = shop[`${row.metal}_margin`] ?? 0;
  const percents = (value: bigint): [bigint, bigint] => [10_000n + value, 10_000n];
  const margins = scaled(metalMargin, 2) + scaled(shop.sell_margin, 2);
  const own = scaled(row.percent, 2);
  const factors: [bigint, bigint][] = [
    [BigInt(price.replace('.', '')) * 10_000_000n, 10_000n * 311_034_768n],
    [dutyIncluded ? 100_000n : 100_000n + scaled(law, 3), 100_000n],
    [scaled(row.fineness, 1), 10_000n],
    ...(row.side === 'sell'
      ? [percents(margins + own)]
      : shop.buy_margin > 0
        ? [percents(-scaled(shop.buy_margin, 2)), percents(own)]
        : [[96n, 100n] as [bigint, bigint], percents(margins), percents(own)]),
  ];
  const [over, under] = factors.reduce(([top, bottom], [by, per]) => [top * by, bottom * per], [1n, 1n] as [bigint, bigint]);
  const numerator = (over * 100n + scaled(row.rupees_per_gram, 2) * under) * scaled(row.unit_grams, 4);
  return { numerator: numerator > 0n ? numerator : 0n, denominator: under * 100n * 10_000n };
}
