import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Metrics } from '@sarafa/server';
import { MarketFeed } from '@sarafa/testing';
import { PricingConfig } from '../../pricing.config.js';
import { SourceError } from '../../sources/market-source.js';
import { MarketSources } from './market.sources.js';

let feed: MarketFeed;
let metrics: Metrics;
let sources: MarketSources;
beforeAll(async () => {
  feed = await MarketFeed.start();
});
beforeEach(() => {
  const servers = { NATS_URL: 'nats://127.0.0.1:4222', MONGO_URL: 'mongodb://127.0.0.1/sarafa' };
  metrics = new Metrics();
  sources = new MarketSources(PricingConfig.parse({ ...servers, ...feed.env, MARKET_SOURCES: 'metals-dev,gold-api' }), metrics);
});
const failing = async () => {
  const lines = (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('sarafa_source_failing{'));
  return Object.fromEntries(lines.map((line) => /source="(.+)"\} (\d)/.exec(line)!.slice(1)));
};
afterAll(() => feed.close());

it('a source is failing from a second question without a quote on, and while it rests, until it or one before it answers', async () => {
  const [first, second] = sources.inOrder as [(typeof sources.inOrder)[0], (typeof sources.inOrder)[0]];
  expect(await failing()).toEqual({});
  feed.fault = '429';
  await sources.ask(first, false);
  await sources.ask(second, false);
  expect(await failing()).toEqual({ [first.label]: '1', [second.label]: '1' });
  feed.fault = 'none';
  // It has asked for a rest.
  await sources.ask(first, false);
  expect((await failing())[first.label]).toBe('1');
  await sources.ask(first, true);
  expect(await failing()).toEqual({ [first.label]: '0' });
  feed.fault = '500';
  await sources.ask(first, false);
  expect(await failing()).toEqual({ [first.label]: '0' });
  await sources.ask(first, false);
  expect(await failing()).toEqual({ [first.label]: '1' });
});

it('a source that has gold and no silver is failing, and the fault names the metal', async () => {
  const [{ label }] = sources.inOrder as [(typeof sources.inOrder)[0]];
  const gold = { price: '400000', currency: 'INR', unit: 'toz', at: new Date().toISOString() };
  const answer = { candidates: { gold }, faults: { silver: new SourceError('answered HTTP 404') }, dutyIncluded: false };
  const ask = () => sources.ask({ label, isSample: false, ask: async () => answer }, true);
  const { quote, faults } = await ask();
  expect([quote?.candidates.gold?.price, faults]).toEqual(['400000', [`${label} has no silver: answered HTTP 404`]]);
  await ask();
  expect((await failing())[label]).toBe('1');
});
