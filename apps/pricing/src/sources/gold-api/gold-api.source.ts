import type { Metal } from '@sarafa/contracts';
import type { Candidate } from '@sarafa/domain';
import { z } from 'zod';
import { decimalText } from '../decimal-text.js';
import { MetalByMetalSource, SYMBOL } from '../market-source.js';
import { askSource, below, ExactNumber } from '../source-http.js';

const Price = z.object({
  currency: z.string(),
  price: ExactNumber,
  updatedAt: z.iso.datetime({ offset: true }),
  /** On an INR question: rupees a dollar. */
  exchangeRate: ExactNumber.optional(),
});

/** gold-api.com: free, no key; per troy ounce (https://gold-api.com/docs). */
export class GoldApiSource extends MetalByMetalSource {
  readonly label = 'gold-api.com';

  constructor(
    private readonly baseUrl: string,
    private readonly timeoutMs: number,
  ) {
    super();
  }

  /** Rupees a dollar, as decimal text. */
  async dollar(): Promise<string | undefined> {
    return (await this.fetch('gold')).exchangeRate;
  }

  protected async candidate(metal: Metal): Promise<Candidate> {
    const { price, currency, updatedAt } = await this.fetch(metal);
    return { price: decimalText(price), currency, unit: 'toz', at: new Date(updatedAt).toISOString() };
  }

  private fetch(metal: Metal) {
    return askSource({ url: below(this.baseUrl, `/price/${SYMBOL[metal]}/INR`), timeoutMs: this.timeoutMs }, Price);
  }
}
