import { expect, it } from '@jest/globals';
import { PricingConfig } from '../../pricing.config.js';
import { handoverMs, nextPollAt } from './poll-times.js';

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

it('the market is asked again after 15 seconds where nobody has answered, then after twice as long each, up to the interval', () => {
  const now = Date.now();
  const wait = (failures: number, ms = now) => nextPollAt({ asked_at: new Date(ms), failures }, 300_000, now) - ms;
  expect([1, 2, 3, 4, 5, 6, 7].map((failures) => wait(failures) / 1_000)).toEqual([15, 30, 60, 120, 240, 300, 300]);
  // A clock that is a minute ahead of this one is right enough.
  expect([wait(0), wait(0, now + 60_000)]).toEqual([300_000, 300_000]);
  expect(nextPollAt({ asked_at: new Date(now + 60_001), failures: 0 }, 300_000, now)).toBe(0);
});
