import { describe, expect, it } from '@jest/globals';
import { type AcceptedQuote, tickQuote, type Metal, prices } from '@sarafa/contracts';
import { until } from '@sarafa/testing';
import { ADMIN, marketHarness } from '../../testing/market-harness.js';

const DAY_MS = 86_400_000;

describe('an accepted quote that an admin withdraws', () => {
  const w = marketHarness();
  const { quote, start, read, shown, shows, asked, refusals, status } = w;
  const withdraw = (seq: number, metal?: Metal) => w.rpc.call(prices.withdraw, { seq, metal }, ADMIN);
  const list = () => w.rpc.call(prices.listQuotes, {}, ADMIN);
  /** Moves the market from 400000 and 6000; each step moves one metal or both. */
  const moves = async (...steps: [string, string][]) => {
    await start({ MARKET_STALE_AFTER_MS: String(DAY_MS) });
    await shows('400000', '6000');
    for (const [gold, silver] of steps) {
      quote(gold, silver);
      await shows(gold, silver);
    }
  };
  const past = async () => {
    const [from, to] = [new Date(Date.now() - 600_000).toISOString(), new Date(Date.now() + 60_000).toISOString()];
    const points = await w.rpc.call(prices.history, { metal: 'gold', from, to, step: 60 }, ADMIN);
    return points.map(({ price }) => price);
  };

  it('gives way to the one before before it is answered, and is not accepted again', async () => {
    await moves(['401000', '6010']);
    const withdrawn = await withdraw(2);
    expect(await shown()).toEqual(['400000', '6000']);
    expect(withdrawn).toMatchObject({
      seq: 2,
      gold: { price: '401000', withdrawn: true },
      silver: { price: '6010', withdrawn: true },
    });
    await asked(3);
    expect(await shown()).toEqual(['400000', '6000']);
    expect((await status()).lastError).toContain('gold refused, withdrawn by an admin');
    // The true price is one more quote, because otherwise no gateway would go back. A new quote is accepted as usual.
    expect((await list()).map(({ seq, gold }) => [seq, gold.price, gold.withdrawn])).toEqual([
      [3, '400000', false],
      [2, '401000', true],
      [1, '400000', false],
    ]);
    expect(new Set(await past())).toEqual(new Set(['400000']));
    quote('401500', '6015');
    await shows('401500', '6015');
  });

  it('takes along what followed on it, and leaves the other metal', async () => {
    await moves(['401000', '6010'], ['402000', '6020'], ['403000', '6450']);
    await withdraw(2, 'gold');
    expect(await shown()).toEqual(['400000', '6450']);
    const goldOf = (await list()).map(({ gold }) => [gold.price, gold.withdrawn]);
    expect(goldOf).toEqual([
      ['400000', false],
      ['403000', true],
      ['402000', true],
      ['401000', true],
      ['400000', false],
    ]);
    expect((await list()).some(({ silver }) => silver.withdrawn)).toBe(false);
    // Silver's rise of 7 % is no jump.
    await withdraw(2, 'silver');
    expect(await shown()).toEqual(['400000', '6000']);
  });

  it('goes back with gold and silver where it was the first one to have platinum, which stays', async () => {
    // A source that answers all metals at once: platinum alone may come later.
    await start({ MARKET_SOURCES: 'metals-dev', MARKET_STALE_AFTER_MS: String(DAY_MS) });
    await shows('400000', '6000');
    w.feed.set({ gold: '401000', silver: '6010', platinum: '180000', at: new Date((w.clock += 1_000)) });
    await shows('401000', '6010');
    await withdraw(2);
    expect(await shown()).toEqual(['400000', '6000']);
    expect((await w.latest())!.platinum!.price).toBe('180000');
  });

  it('leaves what is right again after it', async () => {
    await moves();
    for (const gold of ['440000', '440100', '440200', '400300', '400200', '400100']) {
      const before = [(await refusals()).length, (await shown())?.[0]];
      quote(gold, '6000');
      await until(async () => (await refusals()).length > (before[0] as number) || (await shown())?.[0] !== before[1]);
    }
    await shows('400100', '6000');
    const bad = (await list()).find(({ gold }) => gold.price === '440200')!;
    await withdraw(bad.seq, 'gold');
    expect(await shown()).toEqual(['400100', '6000']);
    expect(await past()).not.toContain('440200');
  });

  it('needs three new ones in a row, or a second source, when it was a jump', async () => {
    await moves();
    for (const gold of ['440000', '440100']) {
      const before = (await refusals()).length;
      quote(gold, '6000');
      await until(async () => (await refusals()).length > before);
    }
    quote('440200', '6000');
    await shows('440200', '6000');
    const [latest] = await list();
    await withdraw(latest!.seq, 'gold');
    expect(await shown()).toEqual(['400000', '6000']);
    quote('440300', '6000');
    await until(async () => (await refusals()).some(({ price }) => price === '440300'));
    expect(await shown()).toEqual(['400000', '6000']);
  });

  it('leaves the boards that hold it between their ticks, too', async () => {
    await moves(['401000', '6010']);
    const quotes = w.servers.db.collection('quotes');
    // Makes both look accepted before the tick.
    await quotes.updateOne({ seq: 1 }, { $set: { accepted_at: new Date(Date.now() - 3 * 3_600_000) } });
    await quotes.updateOne({ seq: 2 }, { $set: { accepted_at: new Date(Date.now() - 2 * 3_600_000) } });
    await until(async () => (await read(tickQuote, '60'))?.gold.price === '401000');
    await withdraw(2);
    expect((await read(tickQuote, '60'))?.gold.price).toBe('400000');
  });

  it('leaves the boards that took it after a stale tick, and the next fresh one comes there', async () => {
    await moves(['401000', '6010']);
    const quotes = w.servers.db.collection('quotes');
    // The source was down for two days until the second quote.
    const at = new Date(Date.now() - 2 * DAY_MS);
    const old = { accepted_at: at, 'gold.at': at.toISOString(), 'silver.at': at.toISOString() };
    await quotes.updateOne({ seq: 1 }, { $set: old });
    await until(async () => (await read(tickQuote, '60'))?.seq === 2);
    await withdraw(2);
    expect(await read(tickQuote, '60')).toMatchObject({ seq: 3, gold: { price: '400000', at: at.toISOString() } });
    quote('400500', '6005');
    await until(async () => (await read(tickQuote, '60'))?.gold.price === '400500');
  });

  it('may be the one that took the place of another', async () => {
    await moves(['401000', '6010'], ['402000', '6020']);
    await withdraw(3);
    expect(await shown()).toEqual(['401000', '6010']);
    await withdraw(4);
    expect(await shown()).toEqual(['400000', '6000']);
    // Each still says what it was, by which it isn't accepted again.
    const goldOf = (await list()).map(({ gold }) => gold.price + (gold.withdrawn ? ' withdrawn' : ''));
    expect(goldOf).toEqual(['400000', '401000 withdrawn', '402000 withdrawn', '401000 withdrawn', '400000']);
  });

  it('gives way also where whoever withdrew it died before boards went back', async () => {
    await moves(['401000', '6010'], ['402000', '6020']);
    const mark = [{ $set: { 'withdrawn.gold': '$gold' } }];
    await w.servers.db.collection('quotes').updateMany({ seq: { $gt: 1 } }, mark);
    await shows('400000', '6020');
    await until(async () => (await list()).filter(({ gold }) => gold.withdrawn).length === 2);
    // Once is enough.
    const [{ seq }] = (await list()) as [AcceptedQuote];
    await asked(5);
    expect((await list())[0]!.seq).toBe(seq);
  });

  it('gives way also where whoever withdrew it died after that, and leaves what has come since', async () => {
    await moves(['401000', '6010']);
    await withdraw(2);
    quote('401500', '6015');
    await shows('401500', '6015');
    const [stored] = await w.servers.db.collection('quotes').find({ seq: 2 }).toArray();
    // Of gold and silver, each replaced by itself, only gold was.
    const { silver } = stored!['withdrawn'] as { silver: object };
    await w.servers.db.collection('quotes').updateOne({ seq: 2 }, { $set: { silver } });
    await until(async () => (await list()).find((one) => one.seq === 2)!.silver.withdrawn);
    const { gold } = stored!['withdrawn'] as { gold: object };
    await w.servers.db.collection('quotes').updateOne({ seq: 2 }, { $set: { gold, silver }, $unset: { replaced_by: 1 } });
    await until(async () => {
      const { gold: first, silver: second } = (await list()).find((one) => one.seq === 2)!;
      return first.withdrawn && second.withdrawn;
    });
    expect(await shown()).toEqual(['401500', '6015']);
  });

  it('is found, is not withdrawn yet, and is not the first', async () => {
    await moves(['401000', '6010']);
    await expect(withdraw(9)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(withdraw(1)).rejects.toMatchObject({ code: 'CONFLICT' });
    await withdraw(2, 'gold');
    await expect(withdraw(2, 'gold')).rejects.toMatchObject({ code: 'CONFLICT' });
    await withdraw(2);
    expect(await shown()).toEqual(['400000', '6000']);
    await expect(withdraw(2)).rejects.toMatchObject({ code: 'CONFLICT' });
    const shop = { role: 'user', id: 'b'.repeat(24) } as const;
    await expect(w.rpc.call(prices.withdraw, { seq: 3 }, shop)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
