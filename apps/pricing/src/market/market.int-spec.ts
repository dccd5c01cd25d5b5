import { describe, expect, it, jest } from '@jest/globals';
import { tickQuote, marketQuote, prices } from '@sarafa/contracts';
import { Bus, StateCache } from '@sarafa/server';
import { until } from '@sarafa/testing';
import { ADMIN, marketHarness, POLL_MS, QUESTIONS_PER_POLL } from '../testing/market-harness.js';
import { PollerStateRepository } from './asking/poller-state.repository.js';

const FAULTS = ['500', 'timeout', 'garbage', 'html', 'old', 'negative', 'unit-flip', '429'] as const;

describe('the market', () => {
  const w = marketHarness();
  const { quote, start, stop, read, latest, status, shown, shows, asked, refusals } = w;

  it.each([
    ['gold-api', 'gold-api.com'],
    ['goldapi-io', 'GoldAPI.io'],
    ['metals-dev', 'Metals.dev'],
    ['metalpriceapi', 'MetalpriceAPI'],
  ])('is asked at %s, digit by digit', async (name, label) => {
    quote('467500.123456789', '6938.987654321');
    await start({ MARKET_SOURCES: name });
    await shows('467500.123456789', '6938.987654321');
    expect(await latest()).toMatchObject({
      seq: 1,
      sample: false,
      gold: { source: label, at: new Date(w.clock).toISOString() },
    });
    await until(async () => (await status())?.source === label);
    expect(await status()).toMatchObject({
      isRunning: true,
      updateIntervalMs: POLL_MS,
      staleAfterMs: 3 * POLL_MS,
      lastError: null,
    });
  });

  it('has gold of a source that has no silver, which the next source is asked for', async () => {
    await start({ MARKET_SOURCES: 'gold-api,metals-dev' });
    await shows('400000', '6000');
    w.feed.own = { goldApi: { silver: undefined as unknown as string } };
    quote('401000', '6010');
    await shows('401000', '6010');
    const { gold, silver } = (await latest())!;
    expect([gold.source, silver.source]).toEqual(['gold-api.com', 'Metals.dev']);
    const { source, lastError } = await until(async () => ((await status()).lastError ? status() : undefined));
    expect([source, lastError]).toEqual(['Metals.dev', 'gold-api.com has no silver: answered HTTP 404']);
  });

  it('is said to be asked by whoever asks it, even after another replica said late that it had stopped', async () => {
    const [first] = [await start(), await start()];
    await shows('400000', '6000');
    const poller = w.servers.db.collection('poller');
    const isRunning = async () => (await poller.findOne())?.running as boolean;
    await until(isRunning);
    await stop(first);
    await until(isRunning);
    await poller.updateOne({}, { $set: { running: false }, $inc: { rev: 1 } });
    await until(isRunning);
    await asked(2);
    expect((await status()).isRunning).toBe(true);
  });

  it.each(FAULTS)('keeps its last true quote when the source answers %s, says why, and recovers', async (fault) => {
    await start(fault === 'timeout' ? { MARKET_TIMEOUT_MS: '1000' } : {});
    await shows('400000', '6000');
    w.feed.fault = fault;
    quote('401000', '6010');
    const lastError = await until(async () => (await status()).lastError);
    expect(lastError).toMatch(/^gold-api\.com/);
    expect(await shown()).toEqual(['400000', '6000']);
    w.feed.fault = 'none';
    quote('402000', '6020');
    await shows('402000', '6020');
    await until(async () => (await status()).lastError === null);
  });

  it('asks the next source when the first has no answer, and the first again when it has', async () => {
    w.feed.faults = { goldApi: '500' };
    await start({ MARKET_SOURCES: 'gold-api,metals-dev' });
    await until(async () => (await latest())?.gold.source === 'Metals.dev');
    w.feed.faults = {};
    quote('401000', '6010');
    await until(async () => (await latest())?.gold.source === 'gold-api.com');
  });

  it('is asked by hand also while NATS takes no rates, which come when it does', async () => {
    await start();
    await shows('400000', '6000');
    await w.rpc.call(prices.setUpdateInterval, { interval: 300_000 }, ADMIN);
    const takesRates = async (isTaking: boolean) =>
      (await w.bus.jetStream.manager()).streams.update('KV_market', { max_msg_size: isTaking ? -1 : 1 });
    await takesRates(false);
    quote('401000', '6010');
    await w.rpc.call(prices.refresh, {}, ADMIN);
    expect(await shown()).toEqual(['400000', '6000']);
    await takesRates(true);
    await shows('401000', '6010');
  });

  it('tells a new interval before it is answered', async () => {
    await start({ SWEEP_MS: '60000' });
    await shows('400000', '6000');
    for (const interval of [300_000, 60_000]) {
      await w.rpc.call(prices.setUpdateInterval, { interval }, ADMIN);
      expect((await status()).updateIntervalMs).toBe(interval);
    }
  });

  it('judges gold and silver each on its own', async () => {
    await start();
    await shows('400000', '6000');
    quote('401000', '60000');
    await shows('401000', '6000');
    expect(await refusals()).toMatchObject([{ metal: 'silver', price: '60000', reason: 'unit-flip', last_price: '6000' }]);
    // Published after the quote, because boards come first.
    await until(async () => (await status()).lastError?.includes('silver refused, looks like a change of unit'));
  });

  it('has a limit of its own for the jumps of each metal, and for sources that differ', async () => {
    await start({ MARKET_SOURCES: 'gold-api,metals-dev' });
    await shows('400000', '6000');
    w.feed.own = { metalsDev: { gold: '400000', silver: '6000' } };
    quote('425000', '6450');
    await shows('400000', '6450');
    expect(await refusals()).toMatchObject([{ metal: 'gold', price: '425000', reason: 'jump' }]);
    await until(async () => (await status()).lastError?.includes('disagree on gold'));
    expect((await status()).lastError).not.toContain('silver');
  });

  it('keeps the last price of platinum with its own time while no source has one, and gold and silver go on', async () => {
    w.feed.set({ ...w.feed.current, platinum: '180000' });
    const at = w.feed.current.at!.toISOString();
    await start();
    await until(async () => (await latest())?.platinum?.price === '180000');
    quote('401000', '6010');
    await shows('401000', '6010');
    expect((await latest())!.platinum).toMatchObject({ price: '180000', at });
    expect((await status()).lastError).toBeNull();
  });

  it('believes a jump when three quotes in a row agree on it', async () => {
    await start();
    await shows('400000', '6000');
    const refused = async (gold: string, standing: string) => {
      quote(gold, '6000');
      await until(async () => (await refusals()).some(({ price }) => price === gold));
      expect((await shown())?.[0]).toBe(standing);
    };
    await refused('440500', '400000');
    quote('400100', '6000');
    await shows('400100', '6000');
    for (const gold of ['440000', '441000']) await refused(gold, '400100');
    quote('442000', '6000');
    await shows('442000', '6000');
  });

  it('believes a jump at once when a second source shows it too', async () => {
    await start({ MARKET_CHECK_SOURCE: 'swissquote' });
    await shows('400000', '6000');
    quote('440000', '6000');
    await shows('440000', '6000');
    expect(await refusals()).toEqual([]);
  });

  it('does not believe a jump that the second source lacks', async () => {
    await start({ MARKET_CHECK_SOURCE: 'swissquote' });
    await shows('400000', '6000');
    w.feed.faults = { swissquote: '500' };
    quote('440000', '6000');
    await until(async () => (await refusals()).length === 1);
    expect((await shown())?.[0]).toBe('400000');
  });

  it('does not believe a jump by what the second source says of its own', async () => {
    await start({ MARKET_SOURCES: 'gold-api,metals-dev', MARKET_CHECK_SOURCE: 'metals-dev' });
    await shows('400000', '6000');
    w.feed.faults = { goldApi: '500' };
    quote('440000', '6000');
    await until(async () => (await refusals()).length === 1);
    expect((await shown())?.[0]).toBe('400000');
  });

  it('believes a jump at once when the next source in order shows it too', async () => {
    await start({ MARKET_SOURCES: 'gold-api,metals-dev' });
    await shows('400000', '6000');
    quote('440000', '6000');
    await shows('440000', '6000');
    expect((await latest())?.gold.source).toBe('Metals.dev');
    expect(await refusals()).toMatchObject([{ metal: 'gold', price: '440000', source: 'gold-api.com', reason: 'jump' }]);
  });

  it('does not believe a jump at which two sources have stopped', async () => {
    w.clock -= 200_000;
    quote('400000', '6000');
    await start({ MARKET_SOURCES: 'gold-api,metals-dev' });
    await shows('400000', '6000');
    w.clock += 100_000;
    quote('440000', '6000');
    await until(async () => (await refusals()).length === 2);
    await asked(2);
    expect((await shown())?.[0]).toBe('400000');
  });

  it("does not believe a jump of a source's own dollar, which makes rupees of the second source's dollars too", async () => {
    await start({ MARKET_CHECK_SOURCE: 'swissquote' });
    await shows('400000', '6000');
    await asked(3);
    w.feed.set({ gold: '440000', silver: '6600', usdInr: '97.35', at: new Date((w.clock += 1_000)) });
    await until(async () => (await refusals()).length === 2);
    await asked(3);
    expect(await shown()).toEqual(['400000', '6000']);
  });

  it('moves live boards with every quote, and holds the others until their tick', async () => {
    await start({ MARKET_STALE_AFTER_MS: '86400000' });
    await shows('400000', '6000');
    // The first quote of all waits for no tick.
    await until(async () => (await read(tickQuote, '60')) !== null);
    // Makes it look accepted two hours ago, and so before the hour's last tick.
    const platinum = (hours: number) => {
      return {
        ...{ price: '180000', source: 'spec', dutyIncluded: false },
        at: new Date(Date.now() - hours * 3_600_000).toISOString(),
      };
    };
    const before = { accepted_at: new Date(Date.now() - 7_200_000), platinum: platinum(72) };
    await w.servers.db.collection('quotes').updateOne({ seq: 1 }, { $set: before });
    quote('401000', '6010');
    await shows('401000', '6010');
    await until(async () => (await read(tickQuote, '1'))?.gold.price === '401000');
    // Its platinum was stale at the tick, which the last quote can't tell once it has a new one.
    await until(async () => (await read(tickQuote, '60'))?.stale_metals?.includes('platinum'));
    expect(await read(tickQuote, '60')).toMatchObject({ seq: 1, gold: { price: '400000' } });
    await w.servers.db.collection('quotes').updateOne({ seq: 2 }, { $set: { platinum: platinum(1) } });
    // Now the last tick has also come after the second quote was accepted.
    await w.servers.db.collection('quotes').updateOne({ seq: 2 }, { $set: { accepted_at: new Date(Date.now() - 3_600_000) } });
    await until(async () => (await read(tickQuote, '60'))?.gold.price === '401000');
    expect(await read(tickQuote, '60')).toMatchObject({ stale_metals: [] });
  });

  it('does not hold on to what was stale at its tick once the market is back', async () => {
    await start();
    await shows('400000', '6000');
    // The source has been down since before the hour's last tick.
    w.feed.fault = '500';
    await asked(2);
    const at = new Date(Date.now() - 7_200_000);
    const old = { accepted_at: at, 'gold.at': at.toISOString(), 'silver.at': at.toISOString() };
    await w.servers.db.collection('quotes').updateOne({ seq: 1 }, { $set: old });
    // Gold has come back alone. Once silver is back too, the price of before would look live.
    const { _id, ...first } = (await w.servers.db.collection('quotes').findOne({ seq: 1 }))!;
    const now = new Date();
    const gold = { ...first['gold'], price: '400500', at: now.toISOString() };
    await w.servers.db.collection('quotes').insertOne({ ...first, seq: 2, gold, accepted_at: now });
    await until(async () => (await read(tickQuote, '1'))?.seq === 2);
    // Boards of an hour are told after the others.
    await asked(2);
    expect(await read(tickQuote, '60')).toMatchObject({ seq: 1 });
    w.feed.fault = 'none';
    // Later than gold's last time, as a source says it.
    w.clock += 60_000;
    quote('401000', '6010');
    await until(async () => (await read(tickQuote, '60'))?.gold.price === '401000');
    expect(await read(tickQuote, '60')).toMatchObject({ seq: 3, silver: { price: '6010' } });
  });

  it('leaves a source alone for as long as it asks to be', async () => {
    w.feed.retryAfterSeconds = 2;
    w.feed.fault = '429';
    const { times } = w.feed.requests.goldApi;
    const from = times.length;
    await start();
    await until(async () => (await status())?.lastError?.includes('asked for a rest'));
    w.feed.fault = 'none';
    await shows('400000', '6000');
    // The second poll that it is asked in begins after the rest.
    const [last, next] = times.slice(from + QUESTIONS_PER_POLL - 1);
    expect(next! - last!).toBeGreaterThanOrEqual(2_000);
  });

  it('fills a NATS that lost its data', async () => {
    await start();
    await shows('400000', '6000');
    await w.servers.nats.stop('SIGKILL');
    await w.servers.nats.wipe();
    await w.servers.nats.start();
    const fresh = await Bus.connect(w.servers.nats.url, 'fresh');
    const found = await until(async () => new StateCache(fresh).load(marketQuote, '').catch(() => null));
    expect(found.gold.price).toBe('400000');
    await fresh.close();
  });

  it('goes on with the next quote where the database was put back to an older copy and NATS was not', async () => {
    await start();
    for (const gold of ['400000', '400100', '400200', '400300']) {
      quote(gold, '6000');
      await shows(gold, '6000');
    }
    await w.servers.db.collection('quotes').deleteMany({ seq: { $gt: 1 } });
    await w.servers.db.collection('poller').updateOne({}, { $inc: { rev: -5 } });
    quote('400400', '6000');
    await shows('400400', '6000');
    const { lastAskedAt } = await status();
    await until(async () => (await status()).lastAskedAt !== lastAskedAt);
  });

  it('has a sample only until the first market quote, and never after', async () => {
    w.feed.fault = '500';
    await start({ MARKET_SOURCES: 'gold-api,sample' });
    expect(await until(latest)).toMatchObject({ sample: true, gold: { source: 'Sample data' } });
    // Half of the market isn't made whole by a sample.
    w.feed.own = { goldApi: { silver: undefined as unknown as string } };
    w.feed.fault = 'none';
    await until(async () => (await status()).lastError?.includes('has no silver'));
    await asked(1);
    expect(await latest()).toMatchObject({ sample: true, gold: { source: 'Sample data' } });
    w.feed.own = {};
    await shows('400000', '6000');
    expect(await latest()).toMatchObject({ sample: false });
    w.feed.fault = '500';
    // The next poll begins when what this one has brought is published.
    await until(async () => (await status()).lastError);
    await asked(1);
    expect(await latest()).toMatchObject({ sample: false, gold: { price: '400000' } });
  });

  it('is asked by one replica at a time, also after that one is gone', async () => {
    const settings = { $set: { update_interval_ms: 1_000 }, $inc: { rev: 1 } };
    await w.servers.db.collection('price_settings').updateOne({}, settings);
    // A source that answers all metals at once, so that each question is a poll.
    const one = { MARKET_SOURCES: 'metals-dev' };
    const { requests } = w.feed;
    const from = requests.metalsDev.count;
    const claims = jest.spyOn(PollerStateRepository.prototype, 'claim');
    const [first] = [await start(one), await start(one)];
    await shows('400000', '6000');
    const asks = (count: number) => until(() => requests.metalsDev.count >= from + count);
    await asks(3);
    await stop(first);
    await asks(6);
    await Promise.all(w.running.splice(0).map((app) => app.close()));
    // A question's claim is on disk before it is asked. What time a question comes at says less: each is on its way for a while.
    const claimed = await Promise.all(claims.mock.results.map(({ value }) => value as Promise<boolean>));
    const times = claims.mock.calls.filter((_, index) => claimed[index]).map(([, now]) => now.getTime());
    claims.mockRestore();
    expect(requests.metalsDev.count - from).toBe(times.length);
    const gaps = times.slice(1).map((time, index) => time - times[index]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
  });

  it('asks no source while the database is away, and goes on when it is back', async () => {
    await start();
    await shows('400000', '6000');
    await w.servers.mongo.stop('SIGKILL');
    await until(() => w.feed.requests.goldApi.count, 100).catch(() => 0);
    const before = await settled(() => w.feed.requests.goldApi.count);
    await w.servers.mongo.start();
    quote('401000', '6010');
    await shows('401000', '6010');
    expect(w.feed.requests.goldApi.count).toBeGreaterThan(before);
  });
});

/** The value once it has been the same for several polls. */
async function settled(read: () => number): Promise<number> {
  let last = read();
  let since = performance.now();
  await until(() => {
    if (read() !== last) [last, since] = [read(), performance.now()];
    return performance.now() - since > 5 * POLL_MS;
  });
  return last;
}
