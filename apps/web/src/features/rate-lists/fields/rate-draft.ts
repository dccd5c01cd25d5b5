import {
  entriesOf,
  limits,
  type ListedMetal,
  type ListedPurity,
  Metal,
  missingMetals,
  offeredFinenesses,
  type RateList,
  standardRows,
} from '@sarafa/contracts';
import { numberIn, type TypedNumber } from '../../../shared/ui/number-field.js';

/** A metal's base rate as it is typed. */
export interface MetalDraft {
  readonly fineness: TypedNumber;
  readonly per_gram: TypedNumber;
}

/** The price of a purity as it is typed. */
export interface PurityDraft {
  readonly metal: Metal;
  readonly fineness: TypedNumber;
  readonly sell: TypedNumber;
  /** Empty for a purity without one. */
  readonly buy: TypedNumber;
}

export interface RatesDraft {
  readonly bases: Partial<Readonly<Record<Metal, MetalDraft>>>;
  /** Each with a key that stays while it is typed. */
  readonly prices: readonly (readonly [key: string, price: PurityDraft])[];
}

/** What a person has changed; null for what was removed. */
export interface RateChanges {
  readonly bases: Partial<Readonly<Record<Metal, MetalDraft | null>>>;
  readonly prices: Readonly<Record<string, PurityDraft | null>>;
}

/** The purest that the trade's associations publish. */
const FINENESS = 999;
export const NO_RATE: MetalDraft = { fineness: FINENESS, per_gram: '' };
export const NO_CHANGES: RateChanges = { bases: {}, prices: {} };

type Rated = Pick<RateList, Metal | 'prices'>;

/**
 * The draft of a list's rates, or of a new list. What wasn't changed is always as in the present list: an older rate would be set
 * anew as today's. Without prices of purities gold and silver are there again, because a list needs them then.
 */
export function ratesDraftOf(list: RateList | undefined, changes: RateChanges = NO_CHANGES): RatesDraft {
  const listed = presentPrices(list);
  // A purity that was added has a key of its own until the list is read again with it, as where the answer to its setting was lost.
  // One that was removed and is typed anew isn't in the list any more.
  const stayed = Object.entries(listed).filter(([key]) => changes.prices[key] !== null);
  const stored = new Set(stayed.map(([, price]) => JSON.stringify(price)));
  const added = Object.entries(changes.prices).filter(([key, price]) => key in listed || !stored.has(JSON.stringify(price)));
  const prices = Object.entries({ ...listed, ...Object.fromEntries(added) }).filter(isThere);
  const present = presentBases(list);
  const bases = { ...present, ...changes.bases };
  for (const metal of missingMetals({ ...bases, prices })) bases[metal] = present[metal] ?? NO_RATE;
  return { bases: Object.fromEntries(Object.entries(bases).filter(isThere)), prices };
}

function isThere<T>(entry: [string, T]): entry is [string, NonNullable<T>] {
  return entry[1] !== null && entry[1] !== undefined;
}

function presentBases(list: Rated | undefined): RateChanges['bases'] {
  if (!list) return { gold: NO_RATE, silver: NO_RATE };
  return Object.fromEntries(
    entriesOf(list, Metal.options).map(([metal, { fineness, per_gram }]) => [metal, { fineness, per_gram }]),
  );
}

function presentPrices(list: Rated | undefined): RateChanges['prices'] {
  const prices = list?.prices ?? [];
  return Object.fromEntries(
    prices.map(({ metal, fineness, sell, buy = '' }) => [priceKey({ metal, fineness }), { metal, fineness, sell, buy }]),
  );
}

/** The key of a price that a list has. */
export function priceKey({ metal, fineness }: Pick<ListedPurity, 'metal' | 'fineness'>): string {
  return `${metal} ${fineness}`;
}

/** Which rates a list has and since when; of an earlier text somebody else has set rates since, or has removed some of them. */
export function settingOf(list: (Rated & Pick<RateList, 'set_at'>) | undefined): string {
  return JSON.stringify([list?.set_at, presentBases(list), presentPrices(list)]);
}

const PARTS = [...Metal.options, 'prices'] as const;
type Parts = Partial<Record<(typeof PARTS)[number], object | null>>;

/**
 * What is sent of a draft: what was changed, and null for a base rate that was removed; all rates where neither happened, because
 * the same ones again set a list anew. What wasn't changed isn't sent, since somebody else may have set it since this form was
 * opened. The prices of purities are one part, which replaces all of them: with one that was changed, the others are sent as the
 * form has last read them. That is right only while nobody else has set the list, so the form reads it once more before it sends.
 */
export function sentRates(list: RateList | undefined, draft: RatesDraft): Parts {
  const [sent, before] = [partsOf(draft), list ? partsOf(ratesDraftOf(list)) : {}];
  const changed = PARTS.filter((part) => JSON.stringify(sent[part]) !== JSON.stringify(before[part]));
  if (changed.length === 0) return sent;
  return Object.fromEntries(changed.map((part) => [part, sent[part] ?? (part === 'prices' ? [] : null)]));
}

/** What can't be read as a number is refused by the contract. */
function partsOf({ bases, prices }: RatesDraft): Parts {
  const sent = (typed: TypedNumber) => (typed === '' ? undefined : typed);
  const rates = entriesOf(bases, Metal.options).map(([metal, { fineness, per_gram }]) => {
    return [metal, { fineness: sent(fineness), per_gram: sent(per_gram) }] as const;
  });
  const listed = prices.map(([, { metal, fineness, sell, buy }]) => {
    return { metal, fineness: sent(fineness), sell: sent(sell), buy: sent(buy) };
  });
  return { ...Object.fromEntries(rates), ...(listed.length > 0 && { prices: listed }) };
}

/** What lists have prices for: the purities of the standard rows, which most boards show, and then all others that are offered. */
const OFFERED: readonly Pick<ListedPurity, 'metal' | 'fineness'>[] = [
  ...standardRows,
  ...Metal.options.flatMap((metal) => offeredFinenesses[metal].map((fineness) => ({ metal, fineness }))),
];

/** The first that the draft hasn't; with all of them, one whose fineness is to be typed. */
export function nextPurity({ prices }: RatesDraft): PurityDraft {
  const isIn = (one: Pick<ListedPurity, 'metal' | 'fineness'>) => prices.some(([, price]) => isSamePurity(one, price));
  const { metal, fineness } = OFFERED.find((one) => !isIn(one)) ?? ({ metal: 'gold', fineness: '' } as const);
  return { metal, fineness, sell: '', buy: '' };
}

/** What of the changes was typed since they were as in `sent`; undefined where that is nothing. */
export function changesSince(sent: RateChanges | undefined, now: RateChanges | undefined): RateChanges | undefined {
  if (now === undefined || now === sent) return undefined;
  const since = <T>(typed: Readonly<Record<string, T>>, before: Readonly<Record<string, T>> = {}) =>
    Object.fromEntries(Object.entries(typed).filter(([key, value]) => value !== before[key]));
  return { bases: since(now.bases, sent?.bases), prices: since(now.prices, sent?.prices) };
}

function isSamePurity(one: Pick<PurityDraft, 'metal' | 'fineness'>, other: Pick<PurityDraft, 'metal' | 'fineness'>): boolean {
  return one.metal === other.metal && one.fineness === other.fineness;
}

/** By how much a gram of pure metal becomes dearer. */
export interface RateChange {
  /** Rupees for a gram of the new fineness. */
  readonly rupees: number;
  readonly percent: number;
}

/** Null where there is nothing to compare: no rate before, or none yet. */
export function changeOf(before: ListedMetal | undefined, { fineness, per_gram }: MetalDraft): RateChange | null {
  const [parts = 0, price = 0] = [numberIn(fineness), numberIn(per_gram)];
  if (!before || parts <= 0 || price <= 0) return null;
  const same = (before.per_gram * parts) / before.fineness;
  return { rupees: toPaise(price - same), percent: ((price - same) / same) * 100 };
}

/** Until now. */
interface PriceBefore {
  /** Rupees a gram of the purity. */
  readonly rupees: number;
  readonly change: RateChange | null;
  /** Whether the list had no price of the purity, which boards then worked out from the base rate. */
  readonly isWorkedOut: boolean;
}

/** What a gram of a purity was sold for, or bought where the list says so; null where it had no price. */
export function priceBefore(list: RateList | undefined, side: 'sell' | 'buy', price: PurityDraft): PriceBefore | null {
  const { metal, fineness } = price;
  const listed = list?.prices.find((one) => isSamePurity(one, price));
  const own = listed?.[side];
  const before = own === undefined ? undefined : { fineness: listed!.fineness, per_gram: own };
  const rate = before ?? (listed || side === 'buy' ? undefined : list?.[metal]);
  const parts = numberIn(fineness) ?? 0;
  if (!rate || parts <= 0) return null;
  return {
    rupees: toPaise((rate.per_gram * parts) / rate.fineness),
    change: changeOf(rate, { fineness, per_gram: price[side] }),
    isWorkedOut: !before,
  };
}

function toPaise(rupees: number): number {
  return Math.round(rupees * 100) / 100;
}

/** A rate that changes so much that a person is asked once more. */
export interface Jump {
  readonly metal: Metal;
  /** None for a base rate. */
  readonly purity?: PurityDraft;
  readonly side?: 'sell' | 'buy';
  readonly percent: number;
}

export function jumpsOf(list: RateList, { bases, prices }: RatesDraft): Jump[] {
  const changes: (Omit<Jump, 'percent'> & { change: RateChange | null | undefined })[] = [
    ...entriesOf(bases, Metal.options).map(([metal, rate]) => ({ metal, change: changeOf(list[metal], rate) })),
    ...prices.flatMap(([, purity]) =>
      (['sell', 'buy'] as const).map((side) => {
        return { metal: purity.metal, purity, side, change: priceBefore(list, side, purity)?.change };
      }),
    ),
  ];
  return changes.flatMap(({ change, ...jump }) =>
    change && Math.abs(change.percent) > limits.rateList.jumpPercent ? [{ ...jump, percent: change.percent }] : [],
  );
}

/** One decimal, and none that is 0: `9`, `0.8`. */
export function percentText(percent: number): string {
  return String(Math.round(Math.abs(percent) * 10) / 10);
}
