import { SAMPLE_SOURCE } from '@sarafa/contracts';
import { tickStart } from '@sarafa/domain';
import { quoteOf, type RateSource, type SourceQuote, pricesOrFaultsOf } from '../market-source.js';
import { SAMPLE_DAY } from './sample-day.js';

const QUARTER_MS = 15 * 60_000;

/** A replayed day for machines with no network. Always labelled as a sample, and never live. */
export class SampleSource implements RateSource {
  readonly label = SAMPLE_SOURCE;
  readonly isSample = true;

  constructor(private readonly now: () => number = Date.now) {}

  ask(): Promise<SourceQuote> {
    const now = this.now();
    const quarter = Math.floor((now - tickStart(24 * 60, now)) / QUARTER_MS);
    const same = { at: new Date(now).toISOString(), currency: 'INR', unit: 'toz' };
    return Promise.resolve(quoteOf(pricesOrFaultsOf((metal) => SAMPLE_DAY[metal]?.[quarter], same)));
  }
}
