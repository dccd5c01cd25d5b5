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

const GRAMS_PER_TROY_OUNCE = '31.1034768';

/** How much pure metal a displayed unit is: 10 g of gold by its fineness, 1 kg of silver (rulings 3). */
const PURE_GRAMS: Record<PriceType, string> = { gold_24k: '10', gold_22k: '9.16', gold_18k: '7.5', silver: '1000' };

const NO_MARGINS: Margins = { gold_margin: 0, silver_margin: 0, sell_margin: 0, buy_margin: 0 };

// 60 digits: a quotient that is no tie stays clear of .5 by far more than the last digit.
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/** The rates of every shop for one quote and duty. */
export interface RateBook {
  readonly quote: Quote;
  readonly duty: ImportDuty;
  /** Whole rupees, sell and buy, of a shop with these margins. */
  ratesFor(margins: Margins): Rates;
  /** The rates with duty alone, as `/prices/detailed` shows them. */
  readonly withoutMargins: Rates;
}

/**
 * Exact decimal arithmetic, rounded half up to the rupee once, at the end (rulings 3). `duty` is in percent and is left out
 * where a price contains it already.
 */
export function rateBook(quote: Quote, duty: ImportDuty): RateBook {
  const gold = metalRates(quote, duty, 'gold', ['gold_24k', 'gold_22k', 'gold_18k']);
  const silver = metalRates(quote, duty, 'silver', ['silver']);
  const ratesFor = ({ gold_margin, silver_margin, sell_margin, buy_margin }: Margins): Rates => {
    const [gold_24k, gold_22k, gold_18k] = gold(gold_margin, sell_margin, buy_margin);
    return {
      gold_24k: gold_24k!,
      gold_22k: gold_22k!,
      gold_18k: gold_18k!,
      silver: silver(silver_margin, sell_margin, buy_margin)[0]!,
    };
  };
  return { quote, duty, ratesFor, withoutMargins: ratesFor(NO_MARGINS) };
}

/**
 * The rates of one metal's products. What they sell for hangs on the sum of two margins, what they are bought for on a third:
 * kept apart, ten thousand shops with margins of their own need a few hundred computations a quote.
 */
function metalRates(quote: Quote, duty: ImportDuty, metal: Metal, products: readonly PriceType[]) {
  const { price, dutyIncluded } = quote[metal];
  const dutyPercent = dutyIncluded ? 0 : metal === 'gold' ? duty.goldImportDuty : duty.silverImportDuty;
  const landed = products.map((name) => new Exact(price).mul(PURE_GRAMS[name]).mul(percent(dutyPercent)));
  // The division comes last: 1/31.1034768 never ends, and multiplying its cut-off digits can turn a tie into 0.4999...
  const rupees = (points: Decimal) =>
    landed.map((ounce) => ounce.mul(percent(points)).div(GRAMS_PER_TROY_OUNCE).toDecimalPlaces(0).toNumber());

  const sells = new Map<string | number, number[]>();
  const buys = new Map<number, number[]>();
  return (metalMargin: number, sellMargin: number, buyMargin: number): Rate[] => {
    const sell = kept(sells, sumKey(metalMargin, sellMargin), () => rupees(new Exact(metalMargin).plus(sellMargin)));
    if (buyMargin <= 0) return sell.map((amount) => ({ sell: amount, buy: fallbackBuy(amount) }));
    const buy = kept(buys, buyMargin, () => rupees(new Exact(buyMargin).neg()));
    return sell.map((amount, index) => ({ sell: amount, buy: buy[index]! }));
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

/** 96 % of the sell that is shown, half up (spec 9). Whole numbers throughout. */
function fallbackBuy(sell: number): number {
  return Math.floor((sell * limits.fallbackBuyPercent + 50) / 100);
}

/** 5 -> 1.05 */
function percent(points: Decimal.Value): Decimal {
  return new Exact(points).div(100).plus(1);
}
