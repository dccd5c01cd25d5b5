import { expect, it } from '@jest/globals';
import { PricingConfig } from '../../pricing.config.js';
import { handoverMs } from './poll-times.js';

const SERVERS = { NATS_URL: 'nats://127.0.0.1:4222', MONGO_URL: 'mongodb://127.0.0.1/sarafa' };
const handover = (env: Record<string, string>) =>
  handoverMs(PricingConfig.parse({ ...SERVERS, METALS_DEV_KEY: 'k', GOLDAPI_IO_KEY: 'k', ...env }));

it('a leader has the time in which no source answers, each of which is tried three times', () => {
  expect(handover({})).toBe(60_000);
  expect(handover({ MARKET_SOURCES: 'gold-api,sample' })).toBe(60_000);
  // Three times ten seconds, and the pauses between these.
  for (const [env, questions] of [
    [{ MARKET_SOURCES: 'gold-api,metals-dev' }, 2],
    [{ MARKET_CHECK_SOURCE: 'swissquote' }, 2],
    [{ MARKET_SOURCES: 'gold-api,metals-dev,goldapi-io', MARKET_CHECK_SOURCE: 'swissquote' }, 4],
  ] as const) {
    expect(handover(env)).toBeGreaterThan(questions * (3 * 10_000 + 1_875));
    expect(handover({ ...env, MARKET_TIMEOUT_MS: '30000' })).toBeGreaterThan(questions * (3 * 30_000 + 1_875));
  }
  expect(handover({ MARKET_SOURCES: 'gold-api,metals-dev', MARKET_HANDOVER_MS: '4000' })).toBe(4_000);
});
