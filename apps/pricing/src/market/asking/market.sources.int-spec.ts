import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Metrics } from '@sarafa/server';
import { MarketFeed } from '@sarafa/testing';
import { PricingConfig } from '../../pricing.config.js';
import { MarketSources } from './market.sources.js';

let feed: MarketFeed;
beforeAll(async () => {
  feed = await MarketFeed.start();
});
afterAll(() => feed.close());

it('a source is failing from a second question without a quote on, and while it rests, until it or one before it answers', async () => {
  const servers = { NATS_URL: 'nats://127.0.0.1:4222', MONGO_URL: 'mongodb://127.0.0.1/sarafa' };
  const config = PricingConfig.parse({ ...servers, ...feed.env, MARKET_SOURCES: 'metals-dev,gold-api' });
  const metrics = new Metrics();
  const sources = new MarketSources(config, metrics);
  const [first, second] = sources.inOrder as [(typeof sources.inOrder)[0], (typeof sources.inOrder)[0]];
  const failing = async () => {
    const lines = (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('sarafa_source_failing{'));
    return Object.fromEntries(lines.map((line) => /source="(.+)"\} (\d)/.exec(line)!.slice(1)));
  };
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
