import { GoldApiSource } from './gold-api/gold-api.source.js';
import { GoldapiIoSource } from './goldapi-io/goldapi-io.source.js';
import { type CheckSource, type MarketSource, type RateSource } from './market-source.js';
import { MetalpriceapiSource } from './metalpriceapi/metalpriceapi.source.js';
import { MetalsDevSource } from './metals-dev/metals-dev.source.js';
import { SampleSource } from './sample/sample.source.js';
import { SwissquoteSource } from './swissquote/swissquote.source.js';

/** What a source is made of. */
interface Access {
  /** Its base address; empty for one without. */
  readonly url: string;
  /** Empty for one without. */
  readonly key: string;
  readonly timeoutMs: number;
  /** Rupees a dollar, as decimal text. */
  dollar(): Promise<string | undefined>;
}

interface Entry<S> {
  /** Unless the configuration says otherwise; null for a source that asks nobody. */
  readonly url: string | null;
  readonly hasKey: boolean;
  make(access: Access): S;
}
/** Whether `MARKET_SOURCES` may name it, and `MARKET_CHECK_SOURCE`. */
type SourceEntry =
  | (Entry<MarketSource> & { readonly quotes: true; readonly checks: true })
  | (Entry<RateSource> & { readonly quotes: true; readonly checks: false })
  | (Entry<CheckSource> & { readonly quotes: false; readonly checks: true });

/** What a market source is, in one entry: its settings, `GOLD_API_URL` and the like, are made of its name. */
export const sourceTable = {
  'gold-api': {
    ...{ url: 'https://api.gold-api.com', hasKey: false, quotes: true, checks: true },
    make: ({ url, timeoutMs }) => new GoldApiSource(url, timeoutMs),
  },
  'goldapi-io': {
    ...{ url: 'https://www.goldapi.io', hasKey: true, quotes: true, checks: true },
    make: ({ url, key, timeoutMs }) => new GoldapiIoSource(url, key, timeoutMs),
  },
  'metals-dev': {
    ...{ url: 'https://api.metals.dev', hasKey: true, quotes: true, checks: true },
    make: ({ url, key, timeoutMs }) => new MetalsDevSource(url, key, timeoutMs),
  },
  metalpriceapi: {
    ...{ url: 'https://api.metalpriceapi.com', hasKey: true, quotes: true, checks: true },
    make: ({ url, key, timeoutMs }) => new MetalpriceapiSource(url, key, timeoutMs),
  },
  swissquote: {
    ...{ url: 'https://forex-data-feed.swissquote.com', hasKey: false, quotes: false, checks: true },
    make: ({ url, timeoutMs, dollar }) => new SwissquoteSource(url, timeoutMs, dollar),
  },
  sample: {
    ...{ url: null, hasKey: false, quotes: true, checks: false },
    make: () => new SampleSource(),
  },
} as const satisfies Record<string, SourceEntry>;
