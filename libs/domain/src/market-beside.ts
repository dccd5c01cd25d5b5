import { type ListedPurity, marketRows, type Rates, rowsOf } from '@sarafa/contracts';
import { Decimal } from 'decimal.js';

/** The market beside the price of a list, in rupees to the paisa. */
export interface MarketBeside {
  /** What a gram of the same fineness costs by the market, with duty and without margins. */
  readonly market: number;
  /** By how much the list is above the market; negative below it. */
  readonly rupees: number;
  readonly percent: number;
}

/**
 * `rates` are the market's own standard rates, as far as there are any. Null where the market has no rate of the metal, or the price
 * isn't there yet.
 */
export function marketBeside(
  rates: Partial<Rates> | undefined,
  { metal, fineness, sell }: Pick<ListedPurity, 'metal' | 'fineness' | 'sell'>,
): MarketBeside | null {
  const [row] = rowsOf(metal);
  const said = row && rates?.[row]?.sell;
  if (!row || typeof said !== 'number' || fineness <= 0) return null;
  const { unitGrams, fineness: pure } = marketRows[row];
  const market = paise(new Decimal(said).mul(fineness).div(pure).div(unitGrams));
  if (!market.gt(0)) return null;
  const above = new Decimal(sell).minus(market);
  return { market: market.toNumber(), rupees: paise(above).toNumber(), percent: above.mul(100).div(market).toNumber() };
}

function paise(rupees: Decimal): Decimal {
  return rupees.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
}
