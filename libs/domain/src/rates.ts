import {
  type ImportDuty,
  limits,
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
const PRODUCTS = {
  gold_24k: { metal: 'gold', pureGrams: '10' },
  gold_22k: { metal: 'gold', pureGrams: '9.16' },
  gold_18k: { metal: 'gold', pureGrams: '7.5' },
  silver: { metal: 'silver', pureGrams: '1000' },
} as const;

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
 * where a price contains it already. Results are kept by (product, margins): ten thousand shops share a few hundred margins.
 */
export function rateBook(quote: Quote, duty: ImportDuty): RateBook {
  const products = {
    gold_24k: productRates('gold_24k', quote, duty),
    gold_22k: productRates('gold_22k', quote, duty),
    gold_18k: productRates('gold_18k', quote, duty),
    silver: productRates('silver', quote, duty),
  };
  const ratesFor = ({ gold_margin, silver_margin, sell_margin, buy_margin }: Margins): Rates => ({
    gold_24k: products.gold_24k(gold_margin, sell_margin, buy_margin),
    gold_22k: products.gold_22k(gold_margin, sell_margin, buy_margin),
    gold_18k: products.gold_18k(gold_margin, sell_margin, buy_margin),
    silver: products.silver(silver_margin, sell_margin, buy_margin),
  });
  return { quote, duty, ratesFor, withoutMargins: ratesFor(NO_MARGINS) };
}

function productRates(name: PriceType, quote: Quote, duty: ImportDuty) {
  const { metal, pureGrams } = PRODUCTS[name];
  const { price, dutyIncluded } = quote[metal];
  const dutyPercent = dutyIncluded ? 0 : metal === 'gold' ? duty.goldImportDuty : duty.silverImportDuty;
  const landedOunce = new Exact(price).mul(pureGrams).mul(percent(dutyPercent));
  // The division comes last: 1/31.1034768 never ends, and multiplying its cut-off digits can turn a tie into 0.4999...
  const rupees = (factor: Decimal) => landedOunce.mul(factor).div(GRAMS_PER_TROY_OUNCE).toDecimalPlaces(0).toNumber();

  const memo = new Map<string, Rate>();
  return (metalMargin: number, sellMargin: number, buyMargin: number): Rate => {
    const key = `${metalMargin}|${sellMargin}|${buyMargin}`;
    let rate = memo.get(key);
    if (!rate) {
      const sell = rupees(percent(new Exact(metalMargin).plus(sellMargin)));
      const buy = buyMargin > 0 ? rupees(percent(new Exact(buyMargin).neg())) : fallbackBuy(sell);
      memo.set(key, (rate = { sell, buy }));
    }
    return rate;
  };
}

/** 96 % of the sell that is shown, half up (spec 9). Whole numbers throughout. */
function fallbackBuy(sell: number): number {
  return Math.floor((sell * limits.fallbackBuyPercent + 50) / 100);
}

/** 5 -> 1.05 */
function percent(points: Decimal.Value): Decimal {
  return new Exact(points).div(100).plus(1);
}
