import { marketRows, type RateRow, rowsOf } from '@sarafa/contracts';
import { Decimal } from 'decimal.js';
import { type LandedPrices, rowSource } from './landed.js';
import { type PricedBy, rowBook, rowFormula } from './rate-rows.js';
import type { Margins } from './rates.js';

/** A price that differs from the standard row by as much may be a typing error; percent. */
const FAR_PERCENT = 20;
/** The most rupees by which rounding to the nearest rupee changes a price. */
const ROUNDED_OFF = 0.5;

/** Reasons to look at a row again. No row is refused for them. */
export interface RowDoubts {
  /** What the metal costs the shop, in rupees, where the shop would sell for less; else null. */
  readonly belowCost: number | null;
  /** What the nearest standard row gives for the same weight and fineness, where the row is far from that; else null. */
  readonly farFrom: number | null;
}

export const NO_DOUBTS: RowDoubts = { belowCost: null, farFrom: null };

/** `price` is that of the row, null for a metal without a price. */
export function rowDoubts(row: PricedBy, price: number | null, landed: LandedPrices, margins: Margins): RowDoubts {
  const gram = rowSource(landed, { ...row, side: 'sell' })?.price;
  if (price === null || !gram) return NO_DOUBTS;
  const cost = gram.rupees.mul(row.unit_grams).div(gram.per);
  const standard = standardPrice(row, landed, margins);
  const isFar = standard?.minus(price).abs().plus(ROUNDED_OFF).mul(100).gte(standard.mul(FAR_PERCENT));
  return {
    belowCost: row.side === 'sell' && cost.minus(price).gt(ROUNDED_OFF) ? rupees(cost) : null,
    farFrom: standard && isFar ? rupees(standard) : null,
  };
}

/** The price of the standard row with the nearest fineness, for the row's fineness and unit; undefined for a metal without one. */
function standardPrice(row: PricedBy, landed: LandedPrices, margins: Margins): Decimal | undefined {
  const distance = (parts: number) => Math.abs(parts - row.fineness);
  const [nearest] = rowsOf(row.metal)
    .map((type) => marketRows[type])
    .sort((a, b) => distance(a.fineness) - distance(b.fineness));
  if (!nearest) return undefined;
  const { fineness, unitGrams: unit_grams } = nearest;
  const plain: PricedBy = { ...row, fineness, unit_grams, ...UNADJUSTED };
  const price = rowBook(landed).priceOf(rowFormula(plain), margins);
  return price === null ? undefined : new Decimal(price).mul(row.fineness).mul(row.unit_grams).div(fineness).div(unit_grams);
}

const UNADJUSTED = { percent: 0, rupees_per_gram: 0, round_to: 1, rounding: 'nearest' } satisfies Partial<RateRow>;

function rupees(amount: Decimal): number {
  return amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toNumber();
}
