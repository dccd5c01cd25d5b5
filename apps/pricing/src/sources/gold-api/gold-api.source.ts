import type { Metal } from '@sarafa/contracts';
import { type Candidate } from '@sarafa/domain';
import { z } from 'zod';
import { decimalText } from '../decimal-text.js';
import type { CheckSource, RateSource, SourceQuote } from '../rate-source.js';
import { askSource, below, ExactNumber } from '../source-http.js';

const SYMBOL = { gold: 'XAU', silver: 'XAG' } as const;

const Price = z.object({
  currency: z.string(),
  price: ExactNumber,
  updatedAt: z.iso.datetime({ offset: true }),
  /** On an INR question: rupees a dollar. */
  exchangeRate: ExactNumber.optional(),
});

/** gold-api.com: free, no key; per troy ounce (https://gold-api.com/docs). */
export class GoldApiSource implements RateSource, CheckSource {
  readonly label = 'gold-api.com';
  readonly isSample = false;

  constructor(
    private readonly baseUrl: string,
    private readonly timeoutMs: number,
  ) {}

  async ask(): Promise<SourceQuote> {
    const [gold, silver] = await Promise.all([this.candidate('gold'), this.candidate('silver')]);
    return { gold, silver, dutyIncluded: false };
  }

  async priceOf(metal: Metal): Promise<string> {
    return (await this.candidate(metal)).price;
  }

  /** Rupees a dollar, as decimal text. */
  async dollar(): Promise<string | undefined> {
    return (await this.fetch('gold')).exchangeRate;
  }

  private async candidate(metal: Metal): Promise<Candidate> {
    const { price, currency, updatedAt } = await this.fetch(metal);
    return { price: decimalText(price), currency, unit: 'toz', at: new Date(updatedAt).toISOString() };
  }

  private fetch(metal: Metal) {
    return askSource({ url: below(this.baseUrl, `/price/${SYMBOL[metal]}/INR`), timeoutMs: this.timeoutMs }, Price);
  }
}
