import { type ByMetal, firstMetals, Metal } from '@sarafa/contracts';
import type { Candidate } from '@sarafa/domain';
import { SourceError } from './rate-source.js';

/**
 * What a source that answers all metals at once said of each. Throws `SourceError` where one is missing that every source has;
 * one that came later is left out.
 */
export function candidatesOf(
  priceOf: (metal: Metal) => string | undefined,
  same: Omit<Candidate, 'price'>,
): ByMetal<Candidate> {
  if (firstMetals.some((metal) => !priceOf(metal))) throw new SourceError(`answered without ${firstMetals.join(' or ')}`);
  const candidates = Metal.options.flatMap((metal) => {
    const price = priceOf(metal);
    return price ? [[metal, { ...same, price }]] : [];
  });
  return Object.fromEntries(candidates) as ByMetal<Candidate>;
}
