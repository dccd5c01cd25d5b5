import type { CheckSourceName, PricingConfig, SourceName } from '../pricing.config.js';
import { GoldApiSource } from './gold-api/gold-api.source.js';
import { GoldapiIoSource } from './goldapi-io/goldapi-io.source.js';
import type { MarketSource } from './market-source.js';
import { MetalpriceapiSource } from './metalpriceapi/metalpriceapi.source.js';
import { MetalsDevSource } from './metals-dev/metals-dev.source.js';
import type { CheckSource, RateSource } from './rate-source.js';
import { SampleSource } from './sample/sample.source.js';
import { SwissquoteSource } from './swissquote/swissquote.source.js';

/** The sources of this provider, in the order in which they are asked. */
export interface Sources {
  readonly inOrder: readonly RateSource[];
  readonly check?: CheckSource;
}

export function sourcesOf(config: PricingConfig): Sources {
  const timeoutMs = config.MARKET_TIMEOUT_MS;
  const goldApi = new GoldApiSource(config.GOLD_API_URL, timeoutMs);
  // A source that is named has its key: the configuration was checked.
  const make: Record<Exclude<SourceName, 'sample'>, () => MarketSource> = {
    'gold-api': () => goldApi,
    'goldapi-io': () => new GoldapiIoSource(config.GOLDAPI_IO_URL, config.GOLDAPI_IO_KEY!, timeoutMs),
    'metals-dev': () => new MetalsDevSource(config.METALS_DEV_URL, config.METALS_DEV_KEY!, timeoutMs),
    metalpriceapi: () => new MetalpriceapiSource(config.METALPRICEAPI_URL, config.METALPRICEAPI_KEY!, timeoutMs),
  };
  const checkOf = (name: CheckSourceName): CheckSource =>
    name === 'swissquote' ? new SwissquoteSource(config.SWISSQUOTE_URL, timeoutMs, () => goldApi.dollar()) : make[name]();
  return {
    inOrder: config.MARKET_SOURCES.map((name) => (name === 'sample' ? new SampleSource() : make[name]())),
    ...(config.MARKET_CHECK_SOURCE ? { check: checkOf(config.MARKET_CHECK_SOURCE) } : {}),
  };
}
