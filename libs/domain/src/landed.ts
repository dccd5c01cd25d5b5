import {
  type ByMetal,
  entriesOf,
  type LandedTexts,
  Metal,
  type MetalQuote,
  type Quote,
  type RateList,
} from '@sarafa/contracts';
import { Decimal } from 'decimal.js';

/** Decimals with enough digits for every product of a price to be exact, because only its last step rounds. */
export const Exact = Decimal.clone({ precision: 120 });

const GRAMS_PER_OUNCE = new Exact('31.1034768');
/** The parts that a fineness is of. */
const PURE = 1_000;

/**
 * What a gram of pure metal costs once it is in the country: `rupees` divided by `per`. A fraction, because most prices of an
 * ounce make no gram's price with an end.
 */
export interface LandedPrice {
  readonly rupees: Decimal;
  readonly per: Decimal;
}
export type LandedPrices = Partial<Readonly<Record<Metal, LandedPrice>>>;

/** The landed prices of a quote. `duties` are in percent; a metal without a price or a duty has none. */
export function landedPrices(quote: Quote, duties: ByMetal<number>): LandedPrices {
  const landed = entriesOf(quote, Metal.options).flatMap(([metal, said]) => {
    const duty = said.dutyIncluded ? 0 : duties[metal];
    return duty === undefined ? [] : [[metal, landedPrice(said, duty)] as const];
  });
  return Object.fromEntries(landed);
}

function landedPrice({ price }: MetalQuote, dutyPercent: number): LandedPrice {
  return { rupees: new Exact(price).mul(new Exact(dutyPercent).plus(100)), per: GRAMS_PER_OUNCE.mul(100) };
}

/** The landed prices of a list of fixed rates, whose duty is in its rates (rule 3.17). */
export function listedPrices(list: Pick<RateList, Metal>): LandedPrices {
  const landed = entriesOf(list, Metal.options).map(([metal, { per_gram, fineness }]) => {
    return [metal, { rupees: new Exact(per_gram).mul(PURE), per: new Exact(fineness) }] as const;
  });
  return Object.fromEntries(landed);
}

/** Below 0 where `a` is the lower price, above 0 where it is the higher one. */
export function compareLanded(a: LandedPrice, b: LandedPrice): number {
  return a.rupees.mul(b.per).cmp(b.rupees.mul(a.per));
}

/** Landed prices as texts, which `landedFromTexts` reads without losing a digit. */
export function landedTexts(landed: LandedPrices): LandedTexts {
  const texts = entriesOf(landed, Metal.options).map(([metal, { rupees, per }]) => {
    return [metal, { rupees: rupees.toFixed(), per: per.toFixed() }] as const;
  });
  return Object.fromEntries(texts);
}

export function landedFromTexts(texts: LandedTexts): LandedPrices {
  const landed = entriesOf(texts, Metal.options).map(([metal, { rupees, per }]) => {
    return [metal, { rupees: new Exact(rupees), per: new Exact(per) }] as const;
  });
  return Object.fromEntries(landed);
}
