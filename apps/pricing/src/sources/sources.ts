import { namesOf } from '@sarafa/contracts';
import type { PricingConfig } from '../pricing.config.js';
import type { CheckSource, RateSource } from './rate-source.js';
import { accessTo } from './source-settings.js';
import { sourceTable } from './source-table.js';

/** The sources of this provider, in the order in which they are asked. */
export interface Sources {
  readonly inOrder: readonly RateSource[];
  readonly check?: CheckSource;
}

type Made = { [N in keyof typeof sourceTable]: ReturnType<(typeof sourceTable)[N]['make']> };

export function sourcesOf(config: PricingConfig): Sources {
  const { MARKET_SOURCES, MARKET_CHECK_SOURCE, MARKET_TIMEOUT_MS: timeoutMs } = config;
  // Each once: gold-api.com knows by its own answers whether its rate of the dollar is steady.
  const made: Made = Object.fromEntries(
    namesOf(sourceTable).map((name) => {
      const access = { ...accessTo(name, config), timeoutMs, dollar: () => made['gold-api'].dollar() };
      return [name, sourceTable[name].make(access)];
    }),
  ) as Made;
  return {
    inOrder: MARKET_SOURCES.map((name) => made[name]),
    ...(MARKET_CHECK_SOURCE ? { check: made[MARKET_CHECK_SOURCE] } : {}),
  };
}
