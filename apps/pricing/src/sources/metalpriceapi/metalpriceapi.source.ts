import { Metal, metals } from '@sarafa/contracts';
import { z } from 'zod';
import { MarketSource, pricesOrFaultsOf } from '../market-source.js';
import {
  askSource,
  below,
  CurrencyOrUnit,
  decimalText,
  ExactNumber,
  instantOf,
  NumberIfAny,
  RefusalText,
} from '../source-http.js';

const Latest = z.object({
  success: z.literal(true),
  base: CurrencyOrUnit,
  timestamp: ExactNumber,
  // `INRXAU` is rupees an ounce; the bare `XAU` beside it is the rounded inverse.
  rates: z.record(z.string(), NumberIfAny),
});

/** The plan's requests are used up (https://metalpriceapi.com/documentation). */
const PLAN_LIMIT = '416';
const QUOTA_REST_MS = 3_600_000;

const refusal = z
  .object({ success: z.literal(false), error: z.object({ statusCode: ExactNumber.optional(), message: RefusalText }) })
  .transform(({ error: { statusCode: code, message } }) => ({
    ...{ code, message },
    restMs: code === PLAN_LIMIT ? QUOTA_REST_MS : undefined,
  }));
const SYMBOLS = Metal.options.map((metal) => metals[metal].symbol).join(',');

/** MetalpriceAPI: key in the query; one request for all metals, per troy ounce, seconds. */
export class MetalpriceapiSource extends MarketSource {
  readonly label = 'MetalpriceAPI';

  constructor(
    private readonly baseUrl: string,
    private readonly key: string,
    private readonly timeoutMs: number,
  ) {
    super();
  }

  protected async pricesOrFaults() {
    const url = below(this.baseUrl, '/v1/latest', { api_key: this.key, base: 'INR', currencies: SYMBOLS });
    const request = { url, timeoutMs: this.timeoutMs, refusal, key: this.key };
    const { base, rates, timestamp } = await askSource(request, Latest);
    const same = { currency: base, unit: 'toz', at: instantOf(timestamp, 1_000) };
    return pricesOrFaultsOf((metal) => {
      const price = rates[base + metals[metal].symbol];
      return price && decimalText(price);
    }, same);
  }
}
