import { EstimateTerms, PriceSnapshot } from '@sarafa/contracts';
import { z } from 'zod';
import { kept } from '../../../shared/kept.js';

/** What a device keeps of a shop's rates and taxes, to estimate with where the server can't be asked. */
const Known = z.object({ rates: PriceSnapshot, terms: EstimateTerms });
type Known = z.infer<typeof Known>;

const keyOf = (userId: string) => `sarafa.estimate.known.${userId}`;

export function knownRates(userId: string): Known | undefined {
  try {
    return Known.parse(JSON.parse(kept.get(keyOf(userId)) ?? ''));
  } catch {
    return undefined;
  }
}

export function keepRates(userId: string, known: Known): void {
  kept.set(keyOf(userId), JSON.stringify(known));
}
