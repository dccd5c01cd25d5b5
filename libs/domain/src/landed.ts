import {
  type ByMetal,
  entriesOf,
  type LandedKey,
  type LandedTexts,
  type ListedBuyKey,
  type ListedKey,
  type ListedPurity,
  Metal,
  type MetalQuote,
  type Quote,
  type RateList,
  type RowSide,
} from '@sarafa/contracts';
import { Decimal } from 'decimal.js';

/** Decimals with enough digits for every product of a price to be exact, because only its last step rounds. */
export const Exact = Decimal.clone({ precision: 120 });

const GRAMS_PER_OUNCE = new Exact('31.1034768');
/** The parts that a fineness is of. */
export const PURE = 1_000;
/** Bars of this fineness are what the trade sells as pure. */
export const NEARLY_PURE = 999;

/**
 * What a gram costs once it is in the country: `rupees` divided by `per`. A fraction, because most prices of an ounce make no gram's
 * price with an end.
 */
export interface LandedPrice {
  readonly rupees: Decimal;
  readonly per: Decimal;
}
/** A metal's price is of a pure gram, that of a listed purity of a gram of its own fineness. */
export type LandedPrices = Readonly<Partial<Record<LandedKey, LandedPrice>>>;

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

/** The landed prices of a list of fixed rates, whose duty is in its rates (rules 3.17 and 3.22). */
export function listedPrices({ prices = [], ...base }: Pick<RateList, Metal> & { prices?: ListedPurity[] }): LandedPrices {
  const landed = entriesOf(base, Metal.options).map(([metal, { per_gram, fineness }]): [LandedKey, LandedPrice] => {
    return [metal, { rupees: new Exact(per_gram).mul(PURE), per: new Exact(fineness) }];
  });
  const listed = prices.flatMap(({ metal, fineness, sell, buy }): [LandedKey, LandedPrice][] => {
    const key: ListedKey = `${metal} ${fineness}`;
    return [[key, aGram(sell)], ...(buy === undefined ? [] : [[buyKey(key), aGram(buy)] as [LandedKey, LandedPrice]])];
  });
  return Object.fromEntries([...landed, ...listed]);
}

function aGram(rupees: number): LandedPrice {
  return { rupees: new Exact(rupees), per: new Exact(1) };
}

function buyKey(key: ListedKey): ListedBuyKey {
  return `${key} buy`;
}

/** What a row is priced from. */
export interface RowSource {
  readonly key: LandedKey;
  /** Of a gram of the row's fineness. */
  readonly price: LandedPrice;
}

/** Of a metal, a fineness and a side: the listed price, else the metal's by fineness; null without both. */
export function rowSource(
  landed: LandedPrices,
  { metal, fineness, side }: { readonly metal: Metal; readonly fineness: number; readonly side: RowSide },
): RowSource | null {
  const own: ListedKey = `${metal} ${fineness}`;
  const standsFor: ListedKey = `${metal} ${NEARLY_PURE}`;
  const listed = landed[own] ? own : fineness === PURE && landed[standsFor] ? standsFor : undefined;
  if (listed) {
    const buy = side === 'buy' ? landed[buyKey(listed)] : undefined;
    return buy ? { key: buyKey(listed), price: buy } : { key: listed, price: landed[listed]! };
  }
  const pure = landed[metal];
  return pure ? { key: metal, price: { rupees: pure.rupees.mul(fineness), per: pure.per.mul(PURE) } } : null;
}

/** Whether this is the price at which a list says that shops buy, on which no margin counts. */
export function isListedBuy(key: LandedKey): key is ListedBuyKey {
  return key.endsWith(' buy');
}

/** Below 0 where `a` is the lower price, above 0 where it is the higher one. */
export function compareLanded(a: LandedPrice, b: LandedPrice): number {
  return a.rupees.mul(b.per).cmp(b.rupees.mul(a.per));
}

/** Landed prices as texts, which `landedFromTexts` reads without losing a digit. */
export function landedTexts(landed: LandedPrices): LandedTexts {
  const texts = entriesOf(landed, landedKeys(landed)).map(([key, { rupees, per }]) => {
    return [key, { rupees: rupees.toFixed(), per: per.toFixed() }] as const;
  });
  return Object.fromEntries(texts);
}

export function landedFromTexts(texts: LandedTexts): LandedPrices {
  const landed = entriesOf(texts, Object.keys(texts)).map(([key, { rupees, per }]) => {
    return [key, { rupees: new Exact(rupees), per: new Exact(per) }] as const;
  });
  return Object.fromEntries(landed);
}

/** What these prices are of. */
export function landedKeys(landed: LandedPrices): LandedKey[] {
  return Object.keys(landed) as LandedKey[];
}
