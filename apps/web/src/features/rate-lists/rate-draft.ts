import { type ByMetal, entriesOf, limits, type ListedMetal, Metal, type RateList } from '@sarafa/contracts';
import { numberIn, type TypedNumber } from '../../shared/ui/number-field.js';

/** A metal's rate as it is typed. */
export interface MetalDraft {
  readonly fineness: TypedNumber;
  readonly per_gram: TypedNumber;
}
export type RatesDraft = Partial<Readonly<Record<Metal, MetalDraft>>>;

/** What a person has changed; null for a metal that was removed. */
export type RateChanges = Partial<Readonly<Record<Metal, MetalDraft | null>>>;

/** The purest that the trade's associations publish. */
const FINENESS = 999;
export const NO_RATE: MetalDraft = { fineness: FINENESS, per_gram: '' };

/**
 * The draft of a list's rates, or of a new list. A rate that wasn't changed is always the list's present one: an older one would be
 * set anew as today's.
 */
export function draftOf(list: RateList | undefined, changes: RateChanges = {}): RatesDraft {
  const rates = entriesOf({ ...presentRates(list), ...changes }, Metal.options).filter(([, rate]) => rate !== null);
  return Object.fromEntries(rates);
}

function presentRates(list: RateList | undefined): RatesDraft {
  if (!list) return { gold: NO_RATE, silver: NO_RATE };
  return Object.fromEntries(
    entriesOf(list, Metal.options).map(([metal, { fineness, per_gram }]) => [metal, { fineness, per_gram }]),
  );
}

/**
 * What is sent of a draft: a rate that was changed, and null for one that was removed; all rates where neither happened, because
 * the same ones again set a list anew. What wasn't changed isn't sent, since somebody else may have set it since this form was opened.
 */
export function sentRates(list: RateList | undefined, draft: RatesDraft): Partial<Record<Metal, ListedMetal | null>> {
  const was = list ? draftOf(list) : {};
  const all = entriesOf(draft, Metal.options).map(([metal, rate]) => [metal, sentRate(rate)] as const);
  const changed = all.filter(
    ([metal]) => draft[metal]?.fineness !== was[metal]?.fineness || draft[metal]?.per_gram !== was[metal]?.per_gram,
  );
  const removed = entriesOf(was, Metal.options).flatMap(([metal]) => (draft[metal] ? [] : [[metal, null] as const]));
  const sent = [...changed, ...removed];
  return Object.fromEntries(sent.length > 0 ? sent : all) as Partial<Record<Metal, ListedMetal | null>>;
}

/** What can't be read as a number is refused by the contract. */
function sentRate({ fineness, per_gram }: MetalDraft) {
  return { fineness: fineness === '' ? undefined : fineness, per_gram: per_gram === '' ? undefined : per_gram };
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
  return { rupees: Math.round((price - same) * 100) / 100, percent: ((price - same) / same) * 100 };
}

/** The metals whose rate changes so much that a person is asked once more. */
export function jumpsOf(before: Partial<ByMetal<ListedMetal>>, draft: RatesDraft): [Metal, RateChange][] {
  return entriesOf(draft, Metal.options).flatMap(([metal, rate]) => {
    const change = changeOf(before[metal], rate);
    return change && Math.abs(change.percent) > limits.rateList.jumpPercent ? [[metal, change] as [Metal, RateChange]] : [];
  });
}

/** One decimal, and none that is 0: `9`, `0.8`. */
export function percentText(percent: number): string {
  return String(Math.round(Math.abs(percent) * 10) / 10);
}
