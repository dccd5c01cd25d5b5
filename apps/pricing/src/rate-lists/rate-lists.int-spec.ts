import { describe, expect, it } from '@jest/globals';
import {
  accountState,
  boardHold,
  formerRateLists,
  holds,
  type KeptRevision,
  type ListedPurity,
  marketRateLists,
  rateLists,
  shopRateLists,
} from '@sarafa/contracts';
import { StatePublisher } from '@sarafa/server';
import { until } from '@sarafa/testing';
import { ADMIN, marketHarness, RARE_POLL_MS } from '../testing/market-harness.js';

const BASE = { gold: { fineness: 995, per_gram: 14_500 }, silver: { fineness: 999, per_gram: 330 } };
const PRICES: ListedPurity[] = [
  { metal: 'gold', fineness: 916, sell: 14_415, buy: 14_100 },
  { metal: 'gold', fineness: 750, sell: 11_920 },
  { metal: 'silver', fineness: 999.9, sell: 330 },
];
const SHOP = { role: 'user', id: 'b'.repeat(24) } as const;

describe('a rate list with a price for each purity', () => {
  const w = marketHarness(RARE_POLL_MS);
  const make = (fields: object) =>
    w.rpc.call(rateLists.create, { name: 'List', valid_hours: 24, prices: [], ...fields }, ADMIN);
  const begin = async (env = {}) => {
    await w.start(env);
    await w.shows('400000', '6000');
  };
  const update = (id: string, fields: object) => w.rpc.call(rateLists.update, { id, ...fields }, ADMIN);
  const account = () => {
    const said = { role: 'user', credentials_version: 1, username: 'shop', logo_url: '', shop_name: '' } as const;
    return new StatePublisher(w.bus).publish(accountState, SHOP.id, 1, said);
  };
  const stored = () => w.servers.db.collection('rate_lists').findOne({ name: 'List' });
  const published = async (stateKey: typeof marketRateLists) =>
    (await w.state.ask(stateKey, ''))?.lists.map(({ id, prices }) => [id, prices.length]);

  it('is unknown to gateways and to pricing of the release before, which would price it by fineness', async () => {
    await begin();
    const { id } = await make(BASE);
    expect([await published(marketRateLists), await published(formerRateLists)]).toEqual([[[id, 0]], [[id, 0]]]);
    await update(id, { prices: PRICES });
    expect([await published(marketRateLists), await published(formerRateLists)]).toEqual([[[id, 3]], []]);
    expect(await stored()).toMatchObject({ deleted: true });
    await update(id, { prices: [] });
    expect([await published(marketRateLists), await published(formerRateLists)]).toEqual([[[id, 0]], [[id, 0]]]);
    expect(await stored()).toMatchObject({ deleted: false });
    expect((await w.rpc.call(rateLists.list, {}, ADMIN)).map((list) => list.prices)).toEqual([[]]);
  });

  it('needs no base, but keeps one of both', async () => {
    await begin();
    const { id, ...list } = await make({ prices: PRICES });
    expect(list).not.toHaveProperty('gold');
    await expect(update(id, { prices: [] })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: [
        { path: 'gold', message: 'is required' },
        { path: 'silver', message: 'is required' },
      ],
    });
    expect(await update(id, { ...BASE, prices: [] })).toMatchObject({ ...BASE, prices: [] });
    await expect(update(id, { gold: null })).rejects.toMatchObject({ details: [{ path: 'gold' }] });
    const byPurity = await update(id, { gold: null, prices: PRICES });
    expect([byPurity.gold, byPurity.silver, byPurity.prices]).toEqual([undefined, BASE.silver, PRICES]);
  });

  it('is one of as many as gateways can be told of, with as many prices as it may have', async () => {
    // Sweeps would publish all of them again and again, and keep a slow machine from the calls. A call publishes by itself.
    await begin({ SWEEP_MS: '600000' });
    const prices = Array.from({ length: 24 }, (_, place) => ({ ...PRICES[0]!, fineness: 900.1 + place, sell: 1_234_567.89 }));
    await make({ prices });
    const lists = w.servers.db.collection('rate_lists');
    const { _id, ...first } = (await lists.findOne())!;
    await lists.insertMany(Array.from({ length: 58 }, () => ({ ...first })));
    await make({ prices });
    expect(await published(marketRateLists)).toHaveLength(60);
    await expect(make({ prices })).rejects.toMatchObject({
      ...{ code: 'CONFLICT', message: 'There may be 60 rate lists. Delete one that no shop uses.' },
    });
  });

  it('remembers each setting with who made it, and what an earlier release has kept', async () => {
    await begin();
    const { id, set_at } = await make({ ...BASE, prices: PRICES });
    const history = { $push: { history: { ...BASE, set_at: new Date(Date.now() - 1_000) } } };
    await w.servers.db.collection<{ history: object[] }>('rate_lists').updateOne({ name: 'List' }, history);
    await update(id, { name: 'Renamed', valid_hours: 12 });
    const other = { role: 'admin', id: 'c'.repeat(24) } as const;
    const later = await w.rpc.call(rateLists.update, { id, prices: PRICES.slice(1) }, other);
    expect(await w.rpc.call(rateLists.revisions, { id }, ADMIN)).toEqual([
      { ...BASE, prices: PRICES.slice(1), set_at: later.set_at, set_by: other.id, name: 'Renamed', valid_hours: 12 },
      { ...BASE, prices: PRICES, set_at, set_by: 'a'.repeat(24), name: 'List', valid_hours: 24 },
      { ...BASE, prices: [], set_at: expect.any(String), set_by: null, name: 'Renamed', valid_hours: 12 },
    ]);
  });

  it('remembers what was taken away, which sets no rate and leaves the rates as old as they were', async () => {
    await begin();
    const platinum = { fineness: 950, per_gram: 6_000 };
    const { id, set_at } = await make({ ...BASE, platinum });
    const past = (revisions: KeptRevision[]) => revisions.map((one) => [one.set_at, one.platinum?.per_gram]);
    expect(await update(id, { platinum: null })).toMatchObject({ set_at });
    expect(past(await w.rpc.call(rateLists.revisions, { id }, ADMIN))).toEqual([
      [set_at, undefined],
      [set_at, 6_000],
    ]);
    await account();
    const ofShop = { userId: SHOP.id, usualName: 'Ours' };
    const set = async (fields: object) => (await w.rpc.call(shopRateLists.set, { ...ofShop, ...fields }, SHOP)).rateList;
    const own = await set({ ...BASE, platinum });
    expect(await set({ platinum: null })).toEqual({ ...own, platinum: undefined });
    const later = await set({ gold: BASE.gold });
    expect(past(await w.rpc.call(shopRateLists.revisions, { userId: SHOP.id }, SHOP))).toEqual([
      [later.set_at, undefined],
      [own.set_at, undefined],
      [own.set_at, 6_000],
    ]);
  });

  it('that a shop keeps itself has both of two changes at once, from the shop and from the portal', async () => {
    await begin();
    await account();
    const ofShop = { userId: SHOP.id, usualName: 'Ours' };
    await w.rpc.call(shopRateLists.set, { ...ofShop, ...BASE }, SHOP);
    for (const more of [1, 2, 3]) {
      const gold = { ...BASE.gold, per_gram: BASE.gold.per_gram + more };
      const silver = { ...BASE.silver, per_gram: BASE.silver.per_gram + more };
      await Promise.all([
        w.rpc.call(shopRateLists.set, { ...ofShop, gold }, SHOP),
        w.rpc.call(shopRateLists.set, { ...ofShop, silver }, ADMIN),
      ]);
      const [last, ...past] = await w.rpc.call(shopRateLists.revisions, { userId: SHOP.id }, SHOP);
      expect([last, past.length]).toMatchObject([{ gold, silver }, 2 * more]);
    }
  });

  it('that a shop keeps itself is no other shop’s to read or to set', async () => {
    await begin();
    await account();
    const [userId, other] = [SHOP.id, { ...SHOP, id: 'c'.repeat(24) }];
    await w.rpc.call(shopRateLists.set, { userId, usualName: 'Ours', ...BASE }, SHOP);
    for (const ask of [
      () => w.rpc.call(shopRateLists.get, { userId }, other),
      () => w.rpc.call(shopRateLists.revisions, { userId }, other),
      () => w.rpc.call(shopRateLists.set, { userId, usualName: 'Theirs', ...BASE }, other),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await w.rpc.call(shopRateLists.revisions, { userId }, SHOP)).toHaveLength(1);
  });

  it('is held with its prices, in a hold that gateways of the release before don’t know', async () => {
    await begin();
    await account();
    const { id } = await make({ ...BASE, prices: PRICES });
    const wanted = {
      userId: SHOP.id,
      until: new Date(Date.now() + 60_000).toISOString(),
      interval: 5,
      rate_list_id: id,
    } as const;
    await w.rpc.call(holds.start, wanted, SHOP);
    const held = await w.state.ask(boardHold, SHOP.id);
    expect(held).toMatchObject({ purity_list: { ...BASE, prices: PRICES } });
    expect(await w.servers.db.collection('holds').findOne()).toMatchObject({
      ...{ quote: null, duty: null, rate_list: null },
    });
    await w.rpc.call(holds.end, { userId: SHOP.id }, SHOP);
    expect(await w.state.ask(boardHold, SHOP.id)).toBeNull();
    // The release before begins a hold of the market in the same document.
    const since = new Date();
    const begun = { since, until: new Date(wanted.until), quote: await w.latest(), rate_list: null, unpublished: true };
    const duty = { goldImportDuty: 5, silverImportDuty: 6, lastUpdated: since.toISOString() };
    await w.servers.db.collection('holds').updateOne({}, { $set: { ...begun, duty }, $inc: { rev: 1 } });
    await until(async () => (await w.state.ask(boardHold, SHOP.id)) !== null);
    expect(await w.state.ask(boardHold, SHOP.id)).not.toHaveProperty('purity_list');
  });
});
