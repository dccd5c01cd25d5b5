import { type Metal, metals } from '@sarafa/contracts';
import type { Candidate } from '@sarafa/domain';
import { z } from 'zod';
import { askSource, below, CurrencyOrUnit, decimalText, ExactNumber, instantOf } from '../source-http.js';
import { MetalByMetalSource } from '../market-source.js';

const Price = z.object({ timestamp: ExactNumber, currency: CurrencyOrUnit, price: ExactNumber });
const refusal = z.object({ error: z.string() }).transform(({ error }) => ({ message: error }));

/** GoldAPI.io: key in a header; per troy ounce, seconds (https://www.goldapi.io). */
export class GoldapiIoSource extends MetalByMetalSource {
  readonly label = 'GoldAPI.io';

  constructor(
    private readonly baseUrl: string,
    private readonly key: string,
    private readonly timeoutMs: number,
  ) {
    super();
  }

  protected async candidate(metal: Metal): Promise<Candidate> {
    const url = below(this.baseUrl, `/api/${metals[metal].symbol}/INR`);
    const { key, timeoutMs } = this;
    const request = { url, headers: { 'x-access-token': key }, timeoutMs, refusal, key };
    const { price, currency, timestamp } = await askSource(request, Price);
    return { price: decimalText(price), currency, unit: 'toz', at: instantOf(timestamp, 1_000) };
  }
}
