import { CLOCKS_DIFFER_MS } from '@sarafa/server';
import type { PollerState } from './poller-state.schema.js';
import type { PricingConfig } from '../../pricing.config.js';
import { longestQuestionMs } from '../../sources/source-http.js';

const LEAST_HANDOVER_MS = 60_000;
/** What a question needs beside its sources: the database. */
const BESIDE_MS = 10_000;

/** After a poll without an answer the next comes after this time, then after longer and longer ones, up to the interval. */
const FIRST_RETRY_MS = 15_000;

/** When the market is to be asked next; milliseconds since 1970. */
export function nextPollAt(
  { asked_at, failures }: Pick<PollerState, 'asked_at' | 'failures'>,
  intervalMs: number,
  now: number,
): number {
  // Waiting for a time that a wrong clock has noted would leave boards without new rates for hours.
  if (!asked_at || asked_at.getTime() > now + CLOCKS_DIFFER_MS) return 0;
  const wait = failures > 0 ? Math.min(intervalMs, FIRST_RETRY_MS * 2 ** (failures - 1)) : intervalMs;
  return asked_at.getTime() + wait;
}

type HandoverConfig = Pick<
  PricingConfig,
  'MARKET_HANDOVER_MS' | 'MARKET_SOURCES' | 'MARKET_CHECK_SOURCE' | 'MARKET_TIMEOUT_MS'
>;

/**
 * How long the replica that asks may go without an answer before another one tries: longer than all sources together keep silent, or
 * two replicas would ask. Sources that fail don't begin it anew, because a replica that is cut off alone would keep the lease by asking.
 */
export function handoverMs(config: HandoverConfig): number {
  const { MARKET_HANDOVER_MS, MARKET_SOURCES, MARKET_CHECK_SOURCE, MARKET_TIMEOUT_MS } = config;
  const asked = MARKET_SOURCES.filter((name) => name !== 'sample').length + (MARKET_CHECK_SOURCE ? 1 : 0);
  return MARKET_HANDOVER_MS ?? Math.max(LEAST_HANDOVER_MS, asked * longestQuestionMs(MARKET_TIMEOUT_MS) + BESIDE_MS);
}
