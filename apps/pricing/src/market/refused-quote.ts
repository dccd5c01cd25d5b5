import type { Quote, RefusedQuote } from '@sarafa/contracts';
import type { RefusalReason } from '@sarafa/domain';
import type { StoredRefusal } from './refusal.schema.js';

export const REASONS: Record<RefusalReason, string> = {
  currency: 'in another currency than rupees',
  unit: 'in another unit than the troy ounce',
  'not-positive': 'not positive',
  'too-large': 'impossibly large',
  old: 'older than the last one',
  future: 'from the future',
  'unit-flip': 'looks like a change of unit',
  jump: 'jumped further than the limit',
};

/** Refused for how far it is from the last one, and still newer than what is shown: only of those a person may know better. */
export function isReleasable({ reason, metal, at, released_at }: StoredRefusal, latest: Quote | null): boolean {
  const isFar = reason === 'jump' || reason === 'unit-flip';
  return isFar && released_at === null && latest !== null && !latest.sample && at > latest[metal].at;
}

export function refusedQuote(refusal: StoredRefusal, latest: Quote | null): RefusedQuote {
  const { metal, price, currency, unit, at, source, reason, last_price, refused_at, times, released_at } = refusal;
  const id = refusal._id.toString();
  return {
    ...{ id, _id: id, metal, price, currency, unit, at, source, times },
    reason: REASONS[reason],
    lastPrice: last_price,
    refusedAt: refused_at.toISOString(),
    releasedAt: released_at?.toISOString() ?? null,
    releasable: isReleasable(refusal, latest),
  };
}
