import {
  entriesFor,
  entriesOf,
  limits,
  marketRows,
  Metal,
  metals,
  type PriceType,
  type Rate,
  type Rates,
  rowsOf,
  type ShopProfile,
} from '@sarafa/contracts';
import { type Factor, factorOf, wholeSteps } from './factors.js';
import type { LandedPrice, LandedPrices } from './landed.js';
import { Memo } from './memo.js';

/** Percent. */
export type Margins = Pick<ShopProfile, `${Metal}_margin` | 'sell_margin' | 'buy_margin'>;

/** The margins of `/prices/detailed`. */
export const NO_MARGINS: Margins = { ...entriesFor(metals, '_margin', 0, 0), sell_margin: 0, buy_margin: 0 };

/** More than ten thousand shops have at one time; with the first, as many buy margins as shops of one sell margin have. */
export const MARGINS_KEPT = 1_000;
const BUY_MARGINS_KEPT = 50;

/** The thousand that finenesses are of, and the hundred that percents are of. */
const PARTS = 1_000 * 100;

/** The rates of every shop at the same landed prices. */
export interface RateBook {
  /** Whole rupees, sell and buy, of a shop with these margins. */
  ratesFor(margins: Margins): Rates;
  /** The fields of `ratesFor` as JSON without the braces. Kept, because ten thousand boards need them at once. */
  ratesJsonFor(margins: Margins): string;
}

/** Exact decimal arithmetic, rounded half up to the rupee once, at the end (rule 3.7). A metal without a price has no rates. */
export function rateBook(landed: LandedPrices): RateBook {
  const books = entriesOf(landed, Metal.options).flatMap(([metal, price]) => {
    const rows = rowsOf(metal);
    return rows.length === 0 ? [] : { margin: `${metal}_margin` as const, rates: metalRates(price, rows) };
  });
  const all = (margins: Margins) =>
    books.map(({ margin, rates }) => rates(margins[margin] ?? 0, margins.sell_margin, margins.buy_margin));
  return {
    ratesFor: (margins) => Object.assign({}, ...all(margins).map(({ rates }) => rates)) as Rates,
    ratesJsonFor: (margins) =>
      all(margins)
        .map(({ json }) => json)
        .join(','),
  };
}

interface MetalRates {
  readonly rates: Partial<Rates>;
  readonly json: string;
}

/**
 * The rates of one metal's rows. A sell price depends on the sum of two margins, a buy price on a third one. The results are
 * kept by these margins, so that ten thousand shops with margins of their own need a few hundred computations a quote.
 */
function metalRates({ rupees: landed, per }: LandedPrice, rows: readonly PriceType[]) {
  const divisor = per.mul(PARTS);
  // Rounded half up: the whole part of (2n + d) / 2d.
  const prices = rows.map((type) => {
    const perFactor = landed.mul(marketRows[type].unitGrams).mul(marketRows[type].fineness).mul(2);
    return wholeSteps({ perFactor, fixed: divisor, step: divisor.mul(2) });
  });
  const rupees = (factor: Factor) => prices.map((price) => Number(price(factor)));

  const buys = new Memo<number, number[]>(MARGINS_KEPT);
  const bySum = new Memo<string | number, { sells: number[]; byBuy: Memo<number, MetalRates> }>(MARGINS_KEPT);
  return (metalMargin: number, sellMargin: number, buyMargin: number): MetalRates => {
    const { sells, byBuy } = bySum.kept(sumKey(metalMargin, sellMargin), () => ({
      sells: rupees(factorOf(metalMargin, sellMargin)),
      byBuy: new Memo<number, MetalRates>(BUY_MARGINS_KEPT),
    }));
    return byBuy.kept(buyMargin, () => {
      const bought = buyMargin > 0 ? buys.kept(buyMargin, () => rupees(factorOf(-buyMargin))) : sells.map(fallbackBuy);
      return withJson(rows.map((name, index): [PriceType, Rate] => [name, { sell: sells[index]!, buy: bought[index]! }]));
    });
  };
}

function withJson(rates: [PriceType, Rate][]): MetalRates {
  return {
    rates: Object.fromEntries(rates),
    json: rates.map(([name, { sell, buy }]) => `"${name}":{"sell":${sell},"buy":${buy}}`).join(','),
  };
}

/**
 * A key for the exact sum of two margins with at most three decimals, which all margins have. Other margins get a key of their
 * own.
 */
export function sumKey(a: number, b: number): string | number {
  const [millisA, millisB] = [Math.round(a * 1_000), Math.round(b * 1_000)];
  return millisA / 1_000 === a && millisB / 1_000 === b ? millisA + millisB : `${a}+${b}`;
}

/** 96 % of the shown sell price, half up (rule 3.6), in whole numbers. */
function fallbackBuy(sell: number): number {
  return Math.floor((sell * limits.fallbackBuyPercent + 50) / 100);
}
