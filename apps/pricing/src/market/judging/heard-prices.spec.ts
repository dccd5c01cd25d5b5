import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Metrics } from '@sarafa/server';
import { PricingConfig } from '../../pricing.config.js';
import { MarketSources } from '../asking/market.sources.js';
import { HeardPrices } from './heard-prices.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The market opens on Sunday at 18:00 in New York. */
const OPENING = Date.parse('2026-11-22T23:00:00Z');

let metrics: Metrics;
let heardPrices: HeardPrices;
beforeEach(() => {
  jest.useFakeTimers({ now: OPENING });
  metrics = new Metrics();
  const servers = { NATS_URL: 'nats://127.0.0.1:4222', MONGO_URL: 'mongodb://127.0.0.1/sarafa' };
  const config = PricingConfig.parse({
    ...servers,
    MARKET_SOURCES: 'gold-api,metals-dev',
    METALS_DEV_KEY: 'key',
    MARKET_HOURS: 'spot',
  });
  heardPrices = new HeardPrices(new MarketSources(config, metrics), config, metrics);
});
afterEach(() => {
  jest.useRealTimers();
});

const ASKED = ['gold-api.com', 'metals.dev'];
const poll = (prices: string[], at: number, asked = ASKED) => {
  prices.forEach((price, place) => {
    heardPrices.add(ASKED[place]!, 'gold', { price, currency: 'INR', unit: 'toz', at: new Date(at).toISOString() });
  });
  return heardPrices.faultsOf(asked, HOUR);
};
const level = async (name: string) => {
  const lines = (await metrics.registry.metrics()).split('\n');
  return Number(
    lines
      .find((line) => line.startsWith(`${name}{`) && /gold/.test(line))!
      .split(' ')
      .at(-1),
  );
};

it('two sources differ for an alarm where they do after two polls in a row, and in words at once', async () => {
  expect(poll(['400000', '500000'], OPENING)).toEqual(['gold-api.com and metals.dev disagree on gold']);
  expect(await level('sarafa_sources_disagree')).toBe(0);
  jest.advanceTimersByTime(HOUR);
  poll(['400000', '400100'], Date.now());
  poll(['400000', '500000'], Date.now());
  // The other one's word is that of the poll before.
  poll(['400000'], Date.now(), ASKED.slice(0, 1));
  expect(await level('sarafa_sources_disagree')).toBe(0);
  poll(['400000', '500000'], Date.now());
  expect(await level('sarafa_sources_disagree')).toBe(1);
  // Nobody has asked since, so nothing is known of now.
  jest.advanceTimersByTime(2 * HOUR);
  expect(await level('sarafa_sources_disagree')).toBe(0);
});

it('two sources do not differ where one has no price, or another currency or unit', () => {
  const at = new Date(OPENING - HOUR).toISOString();
  const said = { price: '500000', currency: 'INR', unit: 'toz', at };
  const faults = (other: object) => {
    heardPrices.add('metals.dev', 'gold', { ...said, ...other });
    return poll(['400000'], OPENING - HOUR).length;
  };
  expect([{}, { price: '0' }, { currency: 'USD' }, { unit: 'g' }].map(faults)).toEqual([1, 0, 0, 0]);
});

it('a source that repeats Friday’s price over the weekend stands still only once it does so while the market is open', async () => {
  const friday = OPENING - 49 * HOUR;
  jest.setSystemTime(OPENING - 2 * HOUR);
  for (let times = 0; times < 2; times++) poll(['400000'], friday);
  jest.setSystemTime(OPENING + 20 * MINUTE);
  expect(await level('sarafa_source_frozen')).toBe(0);
  poll(['400000'], friday);
  expect(await level('sarafa_source_frozen')).toBe(0);
  poll(['400000'], friday);
  expect(await level('sarafa_source_frozen')).toBe(1);
});
