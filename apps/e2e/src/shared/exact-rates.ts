/** The formula of rules 3.3 to 3.7 as one fraction of whole numbers: a second, independent computation of the rates. */
export interface ExactCase {
  /** INR per troy ounce, decimal text. */
  price: string;
  /** Hundredths of a gram of pure metal in the displayed unit. */
  centigrams: bigint;
  dutyPercent: bigint;
  /** Thousandths of a percent. */
  marginMillis: number;
}

const OUNCE = 311_034_768n; // Grams of a troy ounce, times 10^7.
const DECIMALS = 12;

/** Whole rupees, half up. */
export function exactRupees({ price, centigrams, dutyPercent, marginMillis }: ExactCase): number {
  const [whole = '0', part = ''] = price.split('.');
  const scaled = BigInt(whole + part.padEnd(DECIMALS, '0'));
  const numerator = scaled * centigrams * (100n + dutyPercent) * BigInt(100_000 + marginMillis) * 10n ** 7n;
  const denominator = OUNCE * 100n * 100n * 100_000n * 10n ** BigInt(DECIMALS);
  return Number((2n * numerator + denominator) / (2n * denominator));
}

/** All eight figures of a shop. Margins are in percent, with at most three decimals. */
export function exactRates(
  gold: string,
  silver: string,
  shop: { gold_margin: number; silver_margin: number; sell_margin: number; buy_margin: number },
) {
  const millis = (percent: number) => Math.round(percent * 1_000);
  const rate = (price: string, centigrams: bigint, dutyPercent: bigint, margin: number) => {
    const sell = exactRupees({ price, centigrams, dutyPercent, marginMillis: millis(margin) + millis(shop.sell_margin) });
    const buy =
      shop.buy_margin > 0
        ? exactRupees({ price, centigrams, dutyPercent, marginMillis: -millis(shop.buy_margin) })
        : Number((BigInt(sell) * 96n + 50n) / 100n);
    return { sell, buy };
  };
  return {
    gold_24k: rate(gold, 1_000n, 5n, shop.gold_margin),
    gold_22k: rate(gold, 916n, 5n, shop.gold_margin),
    gold_18k: rate(gold, 750n, 5n, shop.gold_margin),
    silver: rate(silver, 100_000n, 6n, shop.silver_margin),
  };
}
