import { type Metal, metals } from '@sarafa/contracts';
import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { decimalText } from '../decimal-text.js';
import { type CheckSource, SourceError } from '../rate-source.js';
import { askSource, below, ExactNumber } from '../source-http.js';

const Quotes = z
  .array(
    z.object({
      spreadProfilePrices: z.array(z.object({ spreadProfile: z.string(), bid: ExactNumber, ask: ExactNumber })),
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

  async priceOf(metal: Metal): Promise<string> {
    const url = below(this.baseUrl, `/public-quotes/bboquotes/instrument/${metals[metal].symbol}/USD`);
    const [quotes, rupees] = await Promise.all([askSource({ url, timeoutMs: this.timeoutMs }, Quotes), this.dollar()]);
    const prime = quotes.flatMap((quote) => quote.spreadProfilePrices).find(({ spreadProfile }) => spreadProfile === 'prime');
    if (!prime || !rupees) throw new SourceError('answered without a price in rupees');
    return new Decimal(decimalText(prime.bid)).plus(decimalText(prime.ask)).div(2).times(decimalText(rupees)).toFixed();
  }
}
