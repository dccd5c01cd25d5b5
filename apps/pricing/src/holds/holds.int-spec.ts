import { describe, expect, it } from '@jest/globals';
import {
  accountState,
  boardHold,
  type Hold,
  holds,
  prices,
  rateLists,
  shopRateLists,
  type ShownState,
  texts,
} from '@sarafa/contracts';
import { tickStart } from '@sarafa/domain';
import { StatePublisher } from '@sarafa/server';
import { until } from '@sarafa/testing';
import { ADMIN, marketHarness, RARE_POLL_MS } from '../testing/market-harness.js';

const HOUR_MS = 3_600_000;
const SHOP = { role: 'user' as const, id: 'b'.repeat(24) };
const OTHER = { ...SHOP, id: 'c'.repeat(24) };
const RATES = { gold: { fineness: 995, per_gram: 14_500 }, silver: { fineness: 999, per_gram: 330 } };
const RAISED = { gold: { fineness: 995, per_gram: 14_600 } };
const TOO_OLD = { code: 'CONFLICT', message: texts.hold.tooOld };

describe('rates that boards have shown until a moment ago', () => {
  const w = marketHarness(RARE_POLL_MS);
  const begin = async () => {
    await w.start({ MARKET_STALE_AFTER_MS: String(HOUR_MS) });
    await w.shows('400000', '6000');
    const account = { role: 'user', credentials_version: 1, username: 'shop', logo_url: '', shop_name: '' } as const;
    for (const { id } of [SHOP, OTHER]) await new StatePublisher(w.bus).publish(accountState, id, 1, account);
  };
  const hold = (rate_list_id: string | null, seen: { seq?: number; set_at?: string; state?: ShownState }, by = SHOP) => {
    const until = new Date(Date.now() + 60_000).toISOString();
    return w.rpc.call(holds.start, { userId: by.id, until, interval: 1, rate_list_id, ...seen }, by);
  };
  const release = () => w.rpc.call(holds.end, { userId: SHOP.id }, SHOP);
  const stored = (collection: string) => w.servers.db.collection(collection);

  it('are held, unless they were old when the market moved on', async () => {
    await begin();
    w.quote('401000', '6010');
    await w.shows('401000', '6010');
    await expect(hold(null, { seq: 1, state: 'stale' })).rejects.toMatchObject(TOO_OLD);
    await hold(null, { seq: 1 });
    await release();
    const old = new Date(Date.now() - 2 * HOUR_MS).toISOString();
    await stored('quotes').updateOne({ seq: 1 }, { $set: { 'silver.at': old } });
    await expect(hold(null, { seq: 1 })).rejects.toMatchObject(TOO_OLD);
    await hold(null, { seq: 2 });
  });

  it('are held on boards that move at ticks, which are as old as the last quote that was accepted', async () => {
    await begin();
    const tick = tickStart(5, Date.now()) + 300_000;
    const fromTick = (seconds: number) => new Date(tick + seconds * 1_000);
    const [at, end] = [fromTick(60).toISOString(), fromTick(120).toISOString()];
    const shown = { userId: SHOP.id, until: end, at, interval: 5 as const, rate_list_id: null };
    const holdSeen = (seq: number) => w.rpc.call(holds.start, { ...shown, seq }, SHOP);
    const { _id, ...first } = (await stored('quotes').findOne({ seq: 1 }))!;
    // Not yet old at the tick before, and old at this one.
    const old = { 'gold.at': fromTick(-3_890).toISOString(), 'silver.at': fromTick(-3_890).toISOString() };
    await stored('quotes').insertMany([2, 3].map((seq) => ({ ...first, seq, accepted_at: fromTick(100 * seq - 400) })));
    await stored('quotes').updateOne({ seq: 1 }, { $set: { ...old, accepted_at: fromTick(-400) } });
    await stored('quotes').updateOne({ seq: 2 }, { $set: old });
    // Came and went between two ticks.
    await expect(holdSeen(2)).rejects.toMatchObject({ code: 'CONFLICT', message: texts.hold.moved });
    await holdSeen(1);
    await release();
    // Now the market came back after the tick.
    await stored('quotes').updateOne({ seq: 3 }, { $set: { accepted_at: fromTick(30) } });
    await expect(holdSeen(1)).rejects.toMatchObject(TOO_OLD);
    await holdSeen(3);
  });

  it('are held no longer once the clock of the gateway that held them, which was ahead for a while, is right', async () => {
    await begin();
    const at = Date.now() + 365 * 24 * HOUR_MS;
    const [since, end] = [at, at + 60_000].map((time) => new Date(time).toISOString());
    await w.rpc.call(holds.start, { userId: SHOP.id, until: end, interval: 1, rate_list_id: null, at: since }, SHOP);
    await until(async () => Date.parse((await w.read(boardHold, SHOP.id))?.until ?? '') === 0);
    await hold(null, {});
    expect((await w.rpc.call(holds.beyond, { at: new Date().toISOString() }, ADMIN)).ids).toEqual([SHOP.id]);
  });

  it('are held no longer where they were withdrawn, and those of other shops are', async () => {
    await begin();
    await hold(null, {});
    for (const [gold, silver] of [
      ['401000', '6010'],
      ['402000', '6020'],
    ] as const) {
      w.quote(gold, silver);
      await w.shows(gold, silver);
    }
    await hold(null, {}, OTHER);
    await w.rpc.call(prices.withdraw, { seq: 3, metal: 'gold' }, ADMIN);
    const held = async ({ id }: typeof SHOP) => {
      const { quote } = (await w.read(boardHold, id)) as Extract<Hold, { quote: unknown }>;
      return [quote!.gold.price, quote!.silver.price];
    };
    await until(async () => (await held(OTHER))[0] === '401000');
    expect([await held(SHOP), await held(OTHER)]).toEqual([
      ['400000', '6000'],
      ['401000', '6020'],
    ]);
  });

  it('are held, unless the list’s hours were over when it was set anew', async () => {
    await begin();
    const { id } = await w.rpc.call(rateLists.create, { name: 'List', valid_hours: 2, prices: [], ...RATES }, ADMIN);
    const shop = { userId: SHOP.id, usualName: 'Ours', valid_hours: 2 };
    await w.rpc.call(shopRateLists.set, { ...shop, ...RATES }, SHOP);
    for (const hours of [3, 1]) {
      const set_at = new Date(Date.now() - hours * HOUR_MS);
      await stored('rate_lists').updateOne({}, { $set: { set_at, 'history.0.set_at': set_at } });
      await stored('shop_rate_lists').updateOne({}, { $set: { 'present.set_at': set_at } });
      await w.rpc.call(rateLists.update, { id, ...RAISED }, ADMIN);
      await w.rpc.call(shopRateLists.set, { ...shop, ...RAISED }, SHOP);
      for (const list of [id, SHOP.id]) {
        const held = hold(list, { set_at: set_at.toISOString() });
        if (hours === 3) await expect(held).rejects.toMatchObject(TOO_OLD);
        else await held;
        await release();
      }
    }
  });
});
