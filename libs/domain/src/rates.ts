import {
  type ImportDuty,
  limits,
  type Metal,
  type PriceType,
  type Quote,
  type Rate,
  type Rates,
  type ShopProfile,
} from '@sarafa/contracts';
import { Decimal } from 'decimal.js';

/** Percent. */
export type Margins = Pick<ShopProfile, 'gold_margin' | 'silver_margin' | 'sell_margin' | 'buy_margin'>;

/** How much pure metal a displayed unit is: 10 g of gold by its fineness, 1 kg of silver (rule 3.4). */
const PURE_GRAMS: Record<PriceType, string> = { gold_24k: '10', gold_22k: '9.16', gold_18k: '7.5', silver: '1000' };

/** The margins of `/prices/detailed`. */
export const NO_MARGINS: Margins = { gold_margin: 0, silver_margin: 0, sell_margin: 0, buy_margin: 0 };

// Enough digits for every product below to be exact: nothing is rounded but once, at the end.
const Exact = Decimal.clone({ precision: 80 });

/** Grams of a troy ounce, and the two hundreds that percents of duty and margin are of. */
const DIVISOR = new Exact('31.1034768').mul(100).mul(100);

/** The rates of every shop for one quote and duty. */
export interface RateBook {
  readonly quote: Quote;
  readonly duty: ImportDuty;
  /** Whole rupees, sell and buy, of a shop with these margins. */
  ratesFor(margins: Margins): Rates;
  /** The fields of `ratesFor` as JSON without the braces: kept, because ten thousand boards need them at once. */
  ratesJsonFor(margins: Margins): string;
}

/**
 * Exact decimal arithmetic, rounded half up to the rupee once, at the end (rule 3.7). `duty` is in percent and is left out
 * where a price contains it already.
 */
export function rateBook(quote: Quote, duty: ImportDuty): RateBook {
  const gold = metalRates(quote, duty, 'gold', ['gold_24k', 'gold_22k', 'gold_18k']);
  const silver = metalRates(quote, duty, 'silver', ['silver']);
  const both = ({ gold_margin, silver_margin, sell_margin, buy_margin }: Margins) =>
    [gold(gold_margin, sell_margin, buy_margin), silver(silver_margin, sell_margin, buy_margin)] as const;
  return {
    quote,
    duty,
    ratesFor: (margins) => {
      const [{ rates }, { rates: silverRates }] = both(margins);
      return { ...rates, ...silverRates } as Rates;
    },
    ratesJsonFor: (margins) => {
      const [{ json }, { json: silverJson }] = both(margins);
      return `${json},${silverJson}`;
    },
  };
}

interface MetalRates {
  readonly rates: Partial<Rates>;
  readonly json: string;
}

/**
 * The rates of one metal's products. What they sell for hangs on the sum of two margins, what they are bought for on a third:
 * kept by these, ten thousand shops with margins of their own need a few hundred computations a quote.
 */
function metalRates(quote: Quote, duty: ImportDuty, metal: Metal, products: readonly PriceType[]) {
  const { price, dutyIncluded } = quote[metal];
  const dutyPercent = dutyIncluded ? 0 : metal === 'gold' ? duty.goldImportDuty : duty.silverImportDuty;
  const landed = products.map((name) => new Exact(price).mul(PURE_GRAMS[name]).mul(new Exact(dutyPercent).plus(100)).mul(2));
  /** Half up without a quotient that never ends: the whole part of (2n + d) / 2d. */
  const rupees = (points: Decimal) => {
    const factor = points.plus(100);
    return landed.map((twice) => twice.mul(factor).plus(DIVISOR).divToInt(DIVISOR.mul(2)).toNumber());
  };

  const buys = new Map<number, number[]>();
  const bySum = new Map<string | number, { sells: number[]; byBuy: Map<number, MetalRates> }>();
  return (metalMargin: number, sellMargin: number, buyMargin: number): MetalRates => {
    const { sells, byBuy } = kept(bySum, sumKey(metalMargin, sellMargin), () => ({
      sells: rupees(new Exact(metalMargin).plus(sellMargin)),
      byBuy: new Map<number, MetalRates>(),
    }));
    return kept(byBuy, buyMargin, () => {
      const bought = buyMargin > 0 ? kept(buys, buyMargin, () => rupees(new Exact(buyMargin).neg())) : sells.map(fallbackBuy);
      return withJson(products.map((name, index): [PriceType, Rate] => [name, { sell: sells[index]!, buy: bought[index]! }]));
    });
  };
}

function withJson(rates: [PriceType, Rate][]): MetalRates {
  return {
    rates: Object.fromEntries(rates),
    json: rates.map(([name, { sell, buy }]) => `"${name}":{"sell":${sell},"buy":${buy}}`).join(','),
  };
}

function kept<K, V>(memo: Map<K, V>, key: K, make: () => V): V {
  let value = memo.get(key);
  if (value === undefined) memo.set(key, (value = make()));
  return value;
}

/** One key for one exact sum where both have at most three decimals, as margins do; any others keep a key of their own. */
function sumKey(a: number, b: number): string | number {
  const [millisA, millisB] = [Math.round(a * 1_000), Math.round(b * 1_000)];
  return millisA / 1_000 === a && millisB / 1_000 === b ? millisA + millisB : `${a}+${b}`;
}

/** 96 % of the sell that is shown, half up (rule 3.6). Whole numbers throughout. */
function fallbackBuy(sell: number): number {
  return Math.floor((sell * limits.fallbackBuyPercent + 50) / 100);
}
