import type { Metal, MetalQuote, Quote, RefusedQuote } from '@sarafa/contracts';
import { reasonOf, wordsOf } from './refusal-reasons.js';
import type { StoredRefusal } from './refusal.schema.js';

/** What a release is decided by beside the quotes themselves; all but `acceptedAt` in milliseconds. */
export interface ReleaseTimes {
  readonly now: number;
  /** The ages at which a quote no longer counts as fresh, and is stale. */
  readonly freshMs: number;
  readonly staleAfterMs: number;
  /** The refused quote's source's own time of what was accepted of it last; undefined where nothing was since the refused quote. */
  readonly acceptedAt: string | undefined;
}

/**
 * Only a quote that was refused for its distance from the last one or from the bounds, and that is newer than what is shown, may be
 * released. What another source says later makes it no older: while that one repeats the price before, a true jump would never be newer.
 * Then it must have been fresh when it was refused, and not have become stale since. Where nothing stands yet, only the bounds are in
 * its way.
 */
export function isReleasable(refusal: StoredRefusal, latest: Quote | null, times: ReleaseTimes): boolean {
  const { metal, at, source, refused_at, released_at } = refusal;
  const reason = reasonOf(refusal);
  if (released_at !== null) return false;
  const last = standingOf(metal, latest);
  if (!last) return reason === 'implausible';
  const isFar = reason === 'jump' || reason === 'unit-flip' || reason === 'implausible';
  if (!isFar) return false;
  const { now, freshMs, staleAfterMs, acceptedAt } = times;
  const saidAt = Date.parse(at);
  const isNewer = saidAt > Date.parse(last.at);
  if (source === last.source) return isNewer;
  if (acceptedAt !== undefined && saidAt <= Date.parse(acceptedAt)) return false;
  return isNewer || (refused_at.getTime() - saidAt <= freshMs && now - saidAt <= staleAfterMs);
}

/** The market's price; a sample is none. */
export function standingOf(metal: Metal, latest: Quote | null): MetalQuote | undefined {
  return latest?.sample ? undefined : latest?.[metal];
}

export function refusedQuote(refusal: StoredRefusal, latest: Quote | null, decidedBy: ReleaseTimes): RefusedQuote {
  const { metal, price, currency, unit, at, source, last_price, refused_at, times, released_at } = refusal;
  const id = refusal._id.toString();
  return {
    ...{ id, _id: id, metal, price, currency, unit, at, source, times },
    reason: wordsOf(reasonOf(refusal)),
    lastPrice: last_price,
    refusedAt: refused_at.toISOString(),
    releasedAt: released_at?.toISOString() ?? null,
    releasable: isReleasable(refusal, latest, decidedBy),
  };
}
