import { type Metal, metals } from '@sarafa/contracts';
import type { Candidate } from '@sarafa/domain';
import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { askSource, below, decimalText, instantOf, NumberIfAny } from '../source-http.js';
import { type CheckSource, SourceError } from '../market-source.js';

const Quotes = z
  .array(
    z.object({
      ts: NumberIfAny,
      // Only `prime` is needed, so another profile without a price costs nothing.
      spreadProfilePrices: z.array(z.object({ spreadProfile: z.unknown(), bid: NumberIfAny, ask: NumberIfAny })),
    }),
  )
  .min(1);

/**
 * Swissquote's public quotes: no key, undocumented, in dollars; good only as a second opinion. Its dollars become rupees by
 * `dollar`, rupees a dollar as decimal text.
 */
export class SwissquoteSource implements CheckSource {
  readonly label = 'Swissquote';

  constructor(
    private readonly baseUrl: string,
    private readonly timeoutMs: number,
    private readonly dollar: () => Promise<string | undefined>,
  ) {}

  async check(metal: Metal): Promise<Candidate> {
    const url = below(this.baseUrl, `/public-quotes/bboquotes/instrument/${metals[metal].symbol}/USD`);
    const [quotes, rupees] = await Promise.all([askSource({ url, timeoutMs: this.timeoutMs }, Quotes), this.dollar()]);
    const offers = quotes.flatMap(({ ts, spreadProfilePrices }) => spreadProfilePrices.map((offer) => ({ ...offer, ts })));
    const prime = offers.find(({ spreadProfile }) => spreadProfile === 'prime');
    if (!prime?.bid || !prime.ask || !rupees) throw new SourceError('answered without a price in rupees');
    if (!prime.ts) throw new SourceError('answered without a time');
    const middle = new Decimal(decimalText(prime.bid)).plus(decimalText(prime.ask)).div(2);
    const price = middle.times(decimalText(rupees)).toFixed();
    return { price, currency: 'INR', unit: 'toz', at: instantOf(prime.ts, 1) };
  }
}
