import type { ByMetal, Quote } from '@sarafa/contracts';
import { type Dated, inForce, type LandedPrices, landedPrices, startOf } from '@sarafa/domain';
import type { AcceptedQuoteAt, StandingQuote } from '../market/publishing/quotes.repository.js';

/** What the market costs from `at` on, and the quote of it. */
interface LandedStep {
  readonly at: Date;
  readonly quote: Quote;
  readonly landed: LandedPrices;
}

/** When duties begin, from `from` until before `to`, oldest first and each time once; in milliseconds since 1970. */
export function dutyStarts(duties: readonly Dated[], from: number, to: number): number[] {
  return [...new Set(duties.map(startOf))].filter((start) => start >= from && start < to).sort((a, b) => a - b);
}

/**
 * The steps of a chart, oldest first: at each accepted quote, and at each time at which a duty begins while the quote stands, because
 * a price holds on a chart until the next step. A time has one step.
 */
export function landedSteps(
  accepted: readonly AcceptedQuoteAt[],
  standing: readonly StandingQuote[],
  duties: readonly (Dated & ByMetal<number>)[],
): LandedStep[] {
  const times = new Set(accepted.map(({ accepted_at }) => accepted_at.getTime()));
  const quotes = [
    ...accepted.map(({ quote, accepted_at: at }) => ({ quote, at })),
    ...standing.filter(({ at }) => !times.has(at.getTime())),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  return quotes.map(({ quote, at }) => ({ at, quote, landed: landedPrices(quote, inForce(duties, at.getTime())) }));
}
