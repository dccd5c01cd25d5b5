import { describe, expect, it } from '@jest/globals';
import { prices } from '@sarafa/contracts';
import { until } from '@sarafa/testing';
import { ADMIN, marketHarness } from '../../testing/market-harness.js';

const HOUR_MS = 3_600_000;
/** The price of a gram at 467500 an ounce. */
const PER_GRAM = '15030';

describe('what the market says at first', () => {
  const w = marketHarness();
  const { quote, start, latest, status, shown, shows, asked, refusals } = w;

  it('is not believed outside of the bounds, says why, and is shown as soon as it is an ounce', async () => {
    quote(PER_GRAM, '6000');
    await start();
    await until(async () => (await status())?.lastError?.includes('gold refused, outside of what a price may be'));
    await asked(3);
    expect(await latest()).toBeNull();
    quote('467500', '6000');
    await shows('467500', '6000');
    // A replica of another release, which knows only the reasons of the first one, can read the reason too.
    expect(await refusals()).toMatchObject([{ metal: 'gold', price: PER_GRAM, reason: 'unit', finer_reason: 'implausible' }]);
    const [listed] = await w.rpc.call(prices.listQuarantine, {}, ADMIN);
    expect(listed).toMatchObject({ reason: 'outside of what a price may be', releasable: false });
  });

  it('is not believed when two sources say it, either', async () => {
    quote(PER_GRAM, '6000');
    await start({ MARKET_SOURCES: 'gold-api,metals-dev', MARKET_CHECK_SOURCE: 'metalpriceapi' });
    await asked(3);
    expect(await latest()).toBeNull();
  });

  it('is believed outside of the bounds once an admin has released it, and again inside of them by three in a row', async () => {
    quote(PER_GRAM, '6000');
    await start();
    const refused = await until(async () => (await w.rpc.call(prices.listQuarantine, {}, ADMIN)).find((one) => one.releasable));
    await w.rpc.call(prices.release, { id: refused.id }, ADMIN);
    await shows(PER_GRAM, '6000');
    for (const gold of ['467500', '467600', '467700']) {
      expect((await shown())?.[0]).toBe(PER_GRAM);
      const before = (await refusals()).length;
      quote(gold, '6000');
      await until(async () => (await refusals()).length > before || (await shown())?.[0] === '467700');
    }
    await shows('467700', '6000');
  });

  it('may be what the configuration of today says', async () => {
    quote('1400000', '6000');
    const silver = { min: 1_000, max: 20_000 };
    const bounds = [
      { from: '2020-01-01', gold: { min: 1_000_000, max: 2_000_000 }, silver },
      { from: '2999-01-01', gold: { min: 1, max: 2 }, silver },
    ];
    await start({ MARKET_BOUNDS: JSON.stringify(bounds) });
    await shows('1400000', '6000');
  });

  describe('when it was wrong and stands', () => {
    const wrong = async () => {
      const at = new Date(w.clock - 60_000).toISOString();
      const metal = (price: string) => ({ price, at, source: 'gold-api.com', dutyIncluded: false });
      const first = { seq: 1, gold: metal(PER_GRAM), silver: metal('6000'), sample: false, accepted_at: new Date(at) };
      await w.servers.db.collection('quotes').insertOne(first);
    };

    it('is replaced by three true ones in a row', async () => {
      await wrong();
      quote('467500', '6000');
      await start();
      for (const gold of ['467600', '467700']) {
        const before = (await refusals()).length;
        await until(async () => (await refusals()).length > before);
        expect((await until(shown))[0]).toBe(PER_GRAM);
        quote(gold, '6000');
      }
      await shows('467700', '6000');
    });

    it('is replaced at once when a second source shows the true one', async () => {
      await wrong();
      quote('467500', '6000');
      await start({ MARKET_CHECK_SOURCE: 'metals-dev' });
      await shows('467500', '6000');
      expect(await refusals()).toEqual([]);
    });
  });

  it('is not replaced by a source that goes on in another unit, though a second one joins it', async () => {
    await start({ MARKET_SOURCES: 'gold-api,metals-dev' });
    await shows('400000', '6000');
    w.feed.fault = 'unit-flip';
    for (let turn = 0; turn < 5; turn++) {
      const before = (await refusals()).length;
      quote(String(400_000 + turn), '6000');
      await until(async () => (await refusals()).length > before);
    }
    await asked(1);
    expect(await shown()).toEqual(['400000', '6000']);
  });
});

describe('a source', () => {
  const w = marketHarness();
  const { quote, start, latest, status, shown, shows, asked } = w;
  /** A poll of gold-api.com later that it has said a new price. */
  const says = async (gold: string) => {
    quote(gold, '6000');
    await asked(2);
  };

  it('that says a price in dollars is not believed, however often, and an admin may release it', async () => {
    const gold = '4666.67';
    await start();
    await shows('400000', '6000');
    for (let turn = 0; turn < 4; turn++) await says(gold);
    expect(await shown()).toEqual(['400000', '6000']);
    const [refused] = await w.rpc.call(prices.listQuarantine, {}, ADMIN);
    expect(refused).toMatchObject({ price: gold, releasable: true });
    await w.rpc.call(prices.release, { id: refused!.id }, ADMIN);
    expect((await shown())?.[0]).toBe(gold);
  });

  it('that repeats one old time is named, and the next one is asked', async () => {
    const old = new Date(w.clock - 60_000);
    w.feed.own = { goldApi: { at: old } };
    await start({ MARKET_SOURCES: 'gold-api,metals-dev' });
    await until(async () => (await latest())?.gold.source === 'Metals.dev');
    await until(async () =>
      (await status()).lastError?.includes(`gold-api.com stands still: its prices are those of ${old.toISOString()}`),
    );
  });

  it('is asked alone while it repeats a time that is fresh', async () => {
    const { count } = w.feed.requests.metalsDev;
    await start({ MARKET_SOURCES: 'gold-api,metals-dev' });
    await shows('400000', '6000');
    await asked(3);
    expect(w.feed.requests.metalsDev.count).toBe(count);
    expect((await status()).lastError).toBeNull();
  });

  it('that saw the market jump is believed the third time, whatever another one says with a younger time', async () => {
    await start({ MARKET_SOURCES: 'gold-api,metals-dev' });
    await shows('400000', '6000');
    for (const gold of ['440000', '441000', '440500']) {
      expect((await shown())?.[0]).toMatch(/^400/);
      // In one poll of three another price that jumps, else the price from before the jump.
      const other = gold === '441000' ? '520000' : '400100';
      w.feed.own = { metalsDev: { gold: other, at: new Date(w.clock + 2_500) } };
      await says(gold);
    }
    await shows('440500', '6000');
    expect((await status()).lastError).toContain('disagree on gold');
  });

  it('confirms no jump with a price from before', async () => {
    w.feed.own = { swissquote: { at: new Date(Date.now() - 100_000) } };
    await start({ MARKET_CHECK_SOURCE: 'swissquote' });
    await shows('400000', '6000');
    await says('440000');
    expect((await shown())?.[0]).toBe('400000');
    w.feed.own = {};
    await says('440100');
    await shows('440100', '6000');
  });

  it.each([1_795_372_135_515, 1e20])(
    'that asks for a rest of %d seconds gets an hour, and the next one is asked',
    async (seconds) => {
      w.feed.retryAfterSeconds = seconds;
      w.feed.faults = { goldApi: '429' };
      await start({ MARKET_SOURCES: 'gold-api,metals-dev' });
      await until(async () => (await latest())?.gold.source === 'Metals.dev');
      const [, end] = await until(async () => /asked for a rest until (\S+)/.exec((await status()).lastError ?? ''));
      expect(Math.abs(Date.parse(end!) - Date.now() - HOUR_MS)).toBeLessThan(20_000);
    },
  );

  it('that rests is asked all the same when an admin asks', async () => {
    w.feed.retryAfterSeconds = 3_000;
    w.feed.fault = '429';
    await start();
    await until(async () => (await status())?.lastError?.includes('asked for a rest'));
    w.feed.fault = 'none';
    // The poller may have begun a question of its own, which skips the source; then that question is the answer.
    await until(async () => {
      await w.servers.db.collection('poller').updateOne({}, { $set: { refreshed_at: null } });
      await w.rpc.call(prices.refresh, {}, ADMIN);
      return latest();
    });
    await shows('400000', '6000');
  });

  it('whose quote comes while another is accepted is judged again, at once', async () => {
    const { db } = w.servers;
    const metal = (price: string, at: number) => {
      return { price, at: new Date(at).toISOString(), source: 'elsewhere', dutyIncluded: false };
    };
    const accept = async (seq: number, gold: string, at: number) => {
      const quoted = { seq, gold: metal(gold, at), silver: metal('6000', at), sample: false };
      await db.collection('quotes').insertOne({ ...quoted, accepted_at: new Date() });
    };
    await accept(1, '400000', w.clock - 5_000);
    await db.collection('price_settings').updateOne({}, { $set: { update_interval_ms: HOUR_MS } });
    quote('401000', '6010');
    let isFirst = true;
    w.feed.other = (request, response) => {
      const name = request.url!.includes('XAU') ? 'gold' : 'silver';
      const { [name]: price, at } = w.feed.current;
      const body = JSON.stringify({ currency: 'INR', price: Number(price), updatedAt: at });
      const meanwhile = isFirst ? accept(2, '400500', w.clock - 4_000) : Promise.resolve();
      isFirst = false;
      void meanwhile.then(() => response.end(body));
    };
    await start({ GOLD_API_URL: new URL('/slow', w.feed.urls.goldApi).href });
    await shows('401000', '6010');
    expect(await latest()).toMatchObject({ seq: 3 });
  });
});
