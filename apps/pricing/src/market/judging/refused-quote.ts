import type { Metal, MetalQuote, Quote, RefusedQuote } from '@sarafa/contracts';
import { reasonOf, wordsOf } from './refusal-reasons.js';
import type { StoredRefusal } from './refusal.schema.js';

/**
 * Only a quote that was refused for its distance from the last one or from the bounds, and that is newer than what is shown, may be
 * released. Where nothing stands yet, only the bounds are in its way.
 */
export function isReleasable(refusal: StoredRefusal, latest: Quote | null): boolean {
  const { metal, at, released_at } = refusal;
  const reason = reasonOf(refusal);
  if (released_at !== null) return false;
  const last = standingOf(metal, latest);
  if (!last) return reason === 'implausible';
  const isFar = reason === 'jump' || reason === 'unit-flip' || reason === 'implausible';
  return isFar && Date.parse(at) > Date.parse(last.at);
}

/** The market's price; a sample is none. */
export function standingOf(metal: Metal, latest: Quote | null): MetalQuote | undefined {
  return latest?.sample ? undefined : latest?.[metal];
}

export function refusedQuote(refusal: StoredRefusal, latest: Quote | null): RefusedQuote {
  const { metal, price, currency, unit, at, source, last_price, refused_at, times, released_at } = refusal;
  const id = refusal._id.toString();
  return {
    ...{ id, _id: id, metal, price, currency, unit, at, source, times },
    reason: wordsOf(reasonOf(refusal)),
    lastPrice: last_price,
    refusedAt: refused_at.toISOString(),
    releasedAt: released_at?.toISOString() ?? null,
    releasable: isReleasable(refusal, latest),
  };
}
