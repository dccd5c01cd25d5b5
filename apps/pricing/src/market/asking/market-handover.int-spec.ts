import { expect, it } from '@jest/globals';
import { heldLine, MarketFeed, until } from '@sarafa/testing';
import { marketHarness } from '../../testing/market-harness.js';

const w = marketHarness();

it.each([
  ['the market', 'GOLD_API_URL'],
  ['its database', 'MONGO_URL'],
])('a replica that is cut off from %s alone leaves the market to another one', async (_, setting) => {
  const line = await heldLine({ ...w.feed.env, ...w.servers.env }[setting]!);
  await w.start({ [setting]: line.url, MARKET_HANDOVER_MS: '4000' });
  await w.shows('400000', '6000');
  await w.start();
  line.hold();
  w.quote('401000', '6010');
  await until(async () => (await w.shown())?.[0] === '401000');
  line.cut();
  expect(await w.shown()).toEqual(['401000', '6010']);
  line.close();
});

it('a replica to which all quotes are of a later time, as where its clock is slow, leaves the market to another one', async () => {
  const later = await MarketFeed.start();
  later.set({ gold: '401000', silver: '6010', at: new Date(Date.now() + 120_000) });
  await w.start({ ...later.env, MARKET_HANDOVER_MS: '4000' });
  await until(() => w.servers.db.collection('quarantine').findOne({ reason: 'future' }));
  await w.start();
  await until(async () => (await w.shown())?.[0] === '400000');
  await later.close();
});
