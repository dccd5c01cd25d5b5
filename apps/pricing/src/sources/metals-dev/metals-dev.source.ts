import { byMetal } from '@sarafa/contracts';
import { z } from 'zod';
import { MarketSource, pricesOrFaultsOf } from '../market-source.js';
import { askSource, below, CurrencyOrUnit, decimalText, ExactNumber, NumberIfAny, RefusalText } from '../source-http.js';

const Latest = z.object({
  status: z.literal('success'),
  currency: CurrencyOrUnit,
  unit: CurrencyOrUnit,
  metals: z.object(byMetal(() => NumberIfAny)),
  timestamps: z.object({ metal: z.iso.datetime({ offset: true }) }),
});

/** The month's requests are used up; asking more often can't help. */
const QUOTA_USED_UP = '1203';
const QUOTA_REST_MS = 3_600_000;

const refusal = z
  .object({ status: z.literal('failure'), error_code: ExactNumber.optional(), error_message: RefusalText })
  .transform(({ error_code: code, error_message: message }) => ({
    ...{ code, message },
    restMs: code === QUOTA_USED_UP ? QUOTA_REST_MS : undefined,
  }));

/** Metals.dev: key in the query; one request for all metals (https://metals.dev/docs). Its spot prices contain no duty. */
export class MetalsDevSource extends MarketSource {
  readonly label = 'Metals.dev';

  constructor(
    private readonly baseUrl: string,
    private readonly key: string,
    private readonly timeoutMs: number,
  ) {
    super();
  }

  protected async pricesOrFaults() {
    const url = below(this.baseUrl, '/v1/latest', { api_key: this.key, currency: 'INR', unit: 'toz' });
    const request = { url, timeoutMs: this.timeoutMs, refusal, key: this.key };
    const { currency, unit, metals: prices, timestamps } = await askSource(request, Latest);
    const same = { currency, unit, at: new Date(timestamps.metal).toISOString() };
    return pricesOrFaultsOf((metal) => {
      const price = prices[metal];
      return price === undefined ? undefined : decimalText(price);
    }, same);
  }
}
