import type { Quote, RefusedQuote } from '@sarafa/contracts';
import { reasonOf, wordsOf } from './refusal-reasons.js';
import type { StoredRefusal } from './refusal.schema.js';

/** Only a quote that was refused for its distance from the last one, and that is newer than what is shown, may be released. */
export function isReleasable(refusal: StoredRefusal, latest: Quote | null): boolean {
  const { metal, at, released_at } = refusal;
  const reason = reasonOf(refusal);
  const isFar = reason === 'jump' || reason === 'unit-flip';
  const last = latest?.sample ? undefined : latest?.[metal];
  return isFar && released_at === null && last !== undefined && Date.parse(at) > Date.parse(last.at);
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
