import { afterAll, beforeAll, expect, it, describe } from '@jest/globals';
import { prices } from '@sarafa/contracts';
import { marketWeek } from '@sarafa/domain';
import { type AppContext, Bus, newAppContext, RpcClient, type Running } from '@sarafa/server';
import { MarketFeed, mongod, natsServer, type Server, until } from '@sarafa/testing';
import { pricingApp } from '../pricing.app.js';

describe('what an operator sees of the market', () => {
  let nats: Server;
  let mongo: Server;
  let feed: MarketFeed;
  let replicas: { app: Running; appContext: AppContext }[];
  /** Before anybody has asked the market, and the time of its prices, from before it opened last; milliseconds since 1970. */
  let begunAt: number;
  let quotedAt: number;

  beforeAll(async () => {
    [nats, mongo, feed] = await Promise.all([natsServer(), mongod(), MarketFeed.start()]);
    begunAt = Date.now();
    quotedAt = marketWeek(begunAt).lastOpen - 3_600_000;
    feed.set({ gold: '400000', silver: '6000', at: new Date(quotedAt) });
    const start = async (MARKET_HOURS: string) => {
      const appContext = newAppContext();
      const backing = { NATS_URL: nats.url, MONGO_URL: mongo.url, CALLER_TOKENS: 'optional' };
      const env = { ...feed.env, ...backing, SWEEP_MS: '1000', MARKET_HOURS };
      return { app: await pricingApp.start(pricingApp.config.parse(env), appContext), appContext };
    };
    replicas = [await start('spot'), await start('always')];
  });

  afterAll(async () => {
    await Promise.all(replicas.map(({ app }) => app.close()));
    await Promise.all([nats.remove(), mongo.remove(), feed.close()]);
  });

  /** The value of a metric at each replica; undefined where the replica doesn't have it. */
  const values = (name: string) =>
    Promise.all(
      replicas.map(async ({ appContext: { metrics } }) => {
        const line = (await metrics.registry.metrics()).split('\n').find((found) => found.startsWith(`${name} `));
        return line && Number(line.split(' ')[1]);
      }),
    );

  it('is whether it trades, by the hours that are set', async () => {
    expect(await values('sarafa_market_open')).toEqual([Number(!marketWeek(Date.now()).closed), 1]);
  });

  it('is how old its quote is since it opened, beside the age at which boards call it old', async () => {
    await until(async () => (await values('sarafa_quote_age_open_seconds'))[0] !== undefined);
    const ages = () =>
      [quotedAt, Math.max(quotedAt, marketWeek(Date.now()).lastOpen)].map((from) => (Date.now() - from) / 1_000);
    const least = ages();
    const [age, openAge] = [
      (await values('sarafa_quote_age_seconds'))[0]!,
      (await values('sarafa_quote_age_open_seconds'))[0]!,
    ];
    const most = ages();
    for (const [index, one] of [age, openAge].entries()) {
      expect(one).toBeGreaterThanOrEqual(least[index]!);
      expect(one).toBeLessThanOrEqual(most[index]!);
    }
    expect((await values('sarafa_quote_stale_after_seconds'))[0]).toBe(900);
  });

  it('is how many quotes were refused for each reason, from none on, so that the first is an increase to the alert', async () => {
    expect(await values('sarafa_quotes_quarantined_total{metal="silver",reason="jump"}')).toEqual([0, 0]);
  });

  it('is what the replica says that asks, not what another one has known when an admin called it', async () => {
    const bus = await Bus.connect(nats.url, 'spec');
    const admin = { role: 'admin', id: 'a'.repeat(24) } as const;
    // Replicas share the calls: the one that doesn't ask gets one of them, sooner or later.
    await until(async () => {
      await new RpcClient(bus).call(prices.setUpdateInterval, { interval: 300_000 }, admin);
      return (await values('sarafa_quote_age_seconds')).every((age) => typeof age === 'number');
    });
    await bus.close();
    expect(await values('sarafa_quote_stale_after_seconds')).toEqual([900, undefined]);
    expect(await values('sarafa_quotes_out_of_bounds')).toEqual([0, undefined]);
    expect(await values('sarafa_quotes_near_bounds')).toEqual([expect.any(Number), undefined]);
  });

  it('is who asks, and when that one was answered last', async () => {
    await until(async () => (await values('sarafa_quote_age_seconds'))[0] !== undefined);
    expect(await values('sarafa_market_leader')).toEqual([1, 0]);
    const [answered, nothing] = await values('sarafa_market_last_success_timestamp_seconds');
    expect(answered).toBeGreaterThanOrEqual(begunAt / 1_000);
    expect(answered).toBeLessThanOrEqual(Date.now() / 1_000);
    expect(nothing).toBeUndefined();
    const bus = await Bus.connect(nats.url, 'spec');
    const holder = async () => (await bus.jetStream.lastOf('leases', '$KV.leases.market'))?.text;
    const held = await holder();
    await replicas.shift()!.app.close();
    // Whoever stops in order gives the lease back; otherwise it would still be held until it ends by itself.
    expect([held, await holder()]).toEqual([expect.stringMatching(/./), expect.not.stringContaining(held!)]);
    await bus.close();
    await until(async () => (await values('sarafa_market_leader'))[0] === 1);
  });
});
