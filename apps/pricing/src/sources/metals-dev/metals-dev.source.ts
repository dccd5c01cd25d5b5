import { byMetal, texts } from '@sarafa/contracts';
import { z } from 'zod';
import { MarketSource, SourceError, toldOf } from '../market-source.js';
import {
  askSource,
  below,
  CurrencyOrUnit,
  decimalText,
  ExactNumber,
  NumberIfAny,
  RefusalText,
  withoutKey,
} from '../source-http.js';

const Latest = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('success'),
    currency: CurrencyOrUnit,
    unit: CurrencyOrUnit,
    metals: z.object(byMetal(() => NumberIfAny)),
    timestamps: z.object({ metal: z.iso.datetime({ offset: true }) }),
  }),
  z.object({ status: z.literal('failure'), error_code: ExactNumber, error_message: RefusalText }),
]);

/** The month's requests are used up; asking more often can't help. */
const QUOTA_USED_UP = '1203';
const QUOTA_REST_MS = 3_600_000;

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

  protected async told() {
    const url = below(this.baseUrl, '/v1/latest', { api_key: this.key, currency: 'INR', unit: 'toz' });
    const answer = await askSource({ url, timeoutMs: this.timeoutMs }, Latest);
    if (answer.status === 'failure') {
      const rest = answer.error_code === QUOTA_USED_UP ? QUOTA_REST_MS : undefined;
      throw new SourceError(
        texts.sourceFailures.failure(String(answer.error_code), withoutKey(answer.error_message, this.key)),
        rest,
      );
    }
    const { currency, unit, metals: prices, timestamps } = answer;
    const same = { currency, unit, at: new Date(timestamps.metal).toISOString() };
    return toldOf((metal) => {
      const price = prices[metal];
      return price === undefined ? undefined : decimalText(price);
    }, same);
  }
}
