import { expect, it } from '@jest/globals';
import { heldLine, until } from '@sarafa/testing';
import { marketHarness } from '../../testing/market-harness.js';

const w = marketHarness();

it.each([
  ['the market', 'GOLD_API_URL'],
  ['its database', 'MONGO_URL'],
])(
  'a replica that is cut off from %s alone leaves the market to another one',
  async (_, setting) => {
    const line = await heldLine({ ...w.feed.env, ...w.servers.env }[setting]!);
    await w.start({ [setting]: line.url, MARKET_HANDOVER_MS: '4000' });
    await w.shows('400000', '6000');
    await w.start();
    line.hold();
    w.quote('401000', '6010');
    await until(async () => (await w.shown())?.[0] === '401000', 30_000);
    line.cut();
    expect(await w.shown()).toEqual(['401000', '6010']);
    line.close();
  },
  90_000,
);
