import { type ByMetal, firstMetals, Metal, metals } from '@sarafa/contracts';
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
    const price = priceIfAny(priceOf, metal);
    return price ? [[metal, { ...same, price }]] : [];
  });
  return Object.fromEntries(candidates) as ByMetal<Candidate>;
}

/** Undefined for a price that is no number, of a metal that not every source has: the others don't go without theirs for it. */
function priceIfAny(priceOf: (metal: Metal) => string | undefined, metal: Metal): string | undefined {
  try {
    return priceOf(metal);
  } catch (error) {
    if (metals[metal].isFromFirstRelease || !(error instanceof SourceError)) throw error;
    return undefined;
  }
}
