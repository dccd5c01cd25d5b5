import { type AuditAction, type Metal, type MetalQuote, prices } from '@sarafa/contracts';
import { changedEntry, type StoredEntry } from '@sarafa/server/mongo';

const actions: Record<string, AuditAction> = {
  [prices.release.subject]: 'quote.released',
  [prices.withdraw.subject]: 'quote.withdrawn',
};

type Prices = Partial<Record<Metal, Pick<MetalQuote, 'price' | 'source'>>>;

/** The entry of what an admin does with a quote: the market's prices that stood, and those that stand in their place. */
export function quoteEntry(id: string, before: Prices, after: Prices): StoredEntry | undefined {
  const subject = { kind: 'quote', id, name: '' };
  return changedEntry({ actions }, { subject, userId: null, before: pricesIn(before), after: pricesIn(after) });
}

/** Null where there is none. */
function pricesIn(said: Prices): Record<string, unknown> | null {
  const found = Object.entries(said).map(([metal, { price, source }]) => [metal, { price, source }]);
  return found.length > 0 ? (Object.fromEntries(found) as Record<string, unknown>) : null;
}
