import { groupRupees } from '@sarafa/domain';
import { digits } from '@sarafa/words';
import type { CardContent } from './card-content.js';
import type { SaidPrice } from './rate-card.schema.js';

/** By how much a price has changed: `▲ ₹450`. */
export interface CardChange {
  readonly text: string;
  readonly isRise: boolean;
}

/** The changes since an earlier card, by the keys of the rows. None where a price is the same or wasn't said. */
export function cardChanges({ rows, zero }: CardContent, before: readonly SaidPrice[] | null): Map<string, CardChange> {
  const earlier = new Map(before?.map(({ key, price }) => [key, price]));
  const changes = new Map<string, CardChange>();
  for (const { key, price } of rows) {
    const was = earlier.get(key);
    if (price === null || was === undefined || was === price) continue;
    // Prices have two decimals at most, which the difference of two such numbers may miss by a trace.
    const by = Math.round((price - was) * 100) / 100;
    changes.set(key, { text: `${by > 0 ? '▲' : '▼'} ${digits(`₹${groupRupees(Math.abs(by))}`, { zero })}`, isRise: by > 0 });
  }
  return changes;
}
