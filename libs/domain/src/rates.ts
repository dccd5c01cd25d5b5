import {
  entriesFor,
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
import { isListedBuy, type LandedPrice, type LandedPrices, rowSource } from './landed.js';
import { Memo } from './memo.js';

/** Percent. */
export type Margins = Pick<ShopProfile, `${Metal}_margin` | 'sell_margin' | 'buy_margin'>;

/** The margins of `/prices/detailed`. */
export const NO_MARGINS: Margins = { ...entriesFor(metals, '_margin', 0, 0), sell_margin: 0, buy_margin: 0 };

/** More than ten thousand shops have at one time; with the first, as many buy margins as shops of one sell margin have. */
export const MARGINS_KEPT = 1_000;
const BUY_MARGINS_KEPT = 50;

/** What percents are of. */
const PERCENT = 100;

/** The rates of every shop at the same landed prices. */
export interface RateBook {
  /** Whole rupees, sell and buy, of a shop with these margins. */
  ratesFor(margins: Margins): Rates;
  /** The fields of `ratesFor` as JSON without the braces. Kept, because ten thousand boards need them at once. */
  ratesJsonFor(margins: Margins): string;
}

/** Exact decimal arithmetic, rounded half up to the rupee once, at the end (rule 3.7). The rates of a row without a price are null. */
export function rateBook(landed: LandedPrices): RateBook {
  const books = Metal.options.flatMap((metal) => {
    const rows = rowsOf(metal);
    return rows.length === 0 ? [] : { margin: `${metal}_margin` as const, rates: metalRates(landed, rows) };
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
function metalRates(landed: LandedPrices, rows: readonly PriceType[]) {
  const prices = rows.map((type) => pricesOfRow(landed, type));
  const sellsAt = (factor: Factor) => prices.map(({ sellAt }) => sellAt?.(factor) ?? null);

  const buys = new Memo<number, Rupees[]>(MARGINS_KEPT);
  const bySum = new Memo<string | number, { sells: Rupees[]; byBuy: Memo<number, MetalRates> }>(MARGINS_KEPT);
  return (metalMargin: number, sellMargin: number, buyMargin: number): MetalRates => {
    const { sells, byBuy } = bySum.kept(sumKey(metalMargin, sellMargin), () => ({
      sells: sellsAt(factorOf(metalMargin, sellMargin)),
      byBuy: new Memo<number, MetalRates>(BUY_MARGINS_KEPT),
    }));
    return byBuy.kept(buyMargin, () => {
      const bought = buyMargin > 0 ? buys.kept(buyMargin, () => sellsAt(factorOf(-buyMargin))) : sells.map(fallbackBuy);
      return withJson(
        rows.map((name, index): [PriceType, Rate] => {
          const buy = prices[index]!.listedBuy ?? bought[index]!;
          return [name, { sell: sells[index]!, buy }];
        }),
      );
    });
  };
}

type Rupees = Rate['sell'];

interface RowPrices {
  /** Whole rupees; none of a row without a price. */
  readonly sellAt: ((factor: Factor) => number) | undefined;
  readonly listedBuy: number | undefined;
}

function pricesOfRow(landed: LandedPrices, type: PriceType): RowPrices {
  const { metal, fineness, unitGrams } = marketRows[type];
  const [sell, buy] = (['sell', 'buy'] as const).map((side) => rowSource(landed, { metal, fineness, side }));
  return {
    sellAt: sell ? wholeRupees(sell.price, unitGrams) : undefined,
    listedBuy: buy && isListedBuy(buy.key) ? wholeRupees(buy.price, unitGrams)(factorOf()) : undefined,
  };
}

/** Of so many grams, rounded half up: the whole part of (2n + d) / 2d. */
function wholeRupees({ rupees, per }: LandedPrice, grams: number): (factor: Factor) => number {
  const divisor = per.mul(PERCENT);
  const steps = wholeSteps({ perFactor: rupees.mul(grams).mul(2), fixed: divisor, step: divisor.mul(2) });
  return (factor) => Number(steps(factor));
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
function fallbackBuy(sell: Rupees): Rupees {
  return sell === null ? null : Math.floor((sell * limits.fallbackBuyPercent + 50) / 100);
}
