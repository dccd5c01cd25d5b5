import { Metal, metals } from '@sarafa/contracts';
import { type Candidate, isWithin } from '@sarafa/domain';
import { z } from 'zod';
import { askSource, below, CurrencyOrUnit, DecimalIfAny, decimalText, ExactNumber } from '../source-http.js';
import { MetalByMetalSource, SourceError } from '../market-source.js';

const Price = z.object({
  currency: CurrencyOrUnit,
  price: ExactNumber,
  updatedAt: z.iso.datetime({ offset: true }),
  /** On an INR question: rupees a dollar. */
  exchangeRate: DecimalIfAny,
});

/** The rupee moves less than that between a few polls. */
const STEADY_PERCENT = 2;
const ANSWERS_PER_POLL = Metal.options.length;
const ANSWERS_REMEMBERED = 5 * ANSWERS_PER_POLL;

/** gold-api.com: free, no key; per troy ounce (https://gold-api.com/docs). */
export class GoldApiSource extends MetalByMetalSource {
  readonly label = 'gold-api.com';
  /** Rupees a dollar of its latest answers, as decimal text: what its own prices in rupees were made with. */
  private readonly dollars: string[] = [];

  constructor(
    private readonly baseUrl: string,
    private readonly timeoutMs: number,
  ) {
    super();
  }

  /**
   * Rupees a dollar, as decimal text. Throws `SourceError` when its own prices are asked for and that rate has not been steady:
   * a wrong one is in the jump that is to be confirmed, and would confirm it.
   */
  async dollar(): Promise<string | undefined> {
    const earlier = [...this.dollars];
    const { exchangeRate } = await this.fetch('gold');
    if (!exchangeRate || earlier.length === 0) return exchangeRate;
    const isSteady = earlier.every((dollar) => isWithin(exchangeRate, dollar, STEADY_PERCENT));
    if (!isSteady || earlier.length <= ANSWERS_PER_POLL) throw new SourceError('has no steady rate of the dollar to go by');
    return exchangeRate;
  }

  protected async candidate(metal: Metal): Promise<Candidate> {
    const { price, currency, updatedAt, exchangeRate } = await this.fetch(metal);
    if (exchangeRate) this.dollars.push(exchangeRate);
    if (this.dollars.length > ANSWERS_REMEMBERED) this.dollars.shift();
    return { price: decimalText(price), currency, unit: 'toz', at: new Date(updatedAt).toISOString() };
  }

  private fetch(metal: Metal) {
    return askSource({ url: below(this.baseUrl, `/price/${metals[metal].symbol}/INR`), timeoutMs: this.timeoutMs }, Price);
  }
}
