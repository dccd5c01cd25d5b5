import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  HttpError,
  limits,
  type PriceSnapshot,
  type RateList,
  type RateListRevision,
  type SavedHold,
  type SavedRateList,
  standardRows,
  texts,
} from '@sarafa/contracts';
import { EventStream, type SignedInCaller, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { harness, type Harness, QUICK } from '../shared/harness.js';

const LISTS = '/admin/rate-lists';
const UNKNOWN = 'a'.repeat(24);
const HOUR_MS = 3_600_000;
const RATES = { gold: { fineness: 995, per_gram: 14_085.7 }, silver: { fineness: 999, per_gram: 168.25 } };
const PRICES = [
  { metal: 'gold', fineness: 1_000, sell: 15_737 },
  { metal: 'gold', fineness: 916, sell: 14_415, buy: 14_100 },
  { metal: 'gold', fineness: 750, sell: 11_920 },
  { metal: 'silver', fineness: 999, sell: 330 },
];
const [, k22] = standardRows as [unknown, (typeof standardRows)[0]];

let w: Harness;
let admin: SignedInCaller;
let own: SignedInCaller;
let made = 0;

beforeAll(async () => {
  w = await harness({ pace: QUICK });
  admin = await w.admin();
});

afterAll(() => w.end());

beforeEach(async () => {
  own = await w.shop(`shop-${++made}`);
});

const give = (rate_list_id: string | null, caller = own) =>
  admin.call('put', `/user/update/${caller.userId}`, { rate_list_id });

describe('a list that shops are on', () => {
  const newList = async () => {
    const answer = await admin.call('post', LISTS, { name: `Association ${made}`, ...RATES });
    return (answer.body as SavedRateList).rateList;
  };

  it('can’t be deleted while shops use it, nor given to one when there is none', async () => {
    const list = await newList();
    await give(list.id);
    const refused = await admin.call('delete', `${LISTS}/${list.id}`);
    expect([refused.status, HttpError.parse(refused.body).message]).toEqual([409, '1 shop uses this rate list']);
    for (const bad of [UNKNOWN, 'x', '', 7]) {
      const answer = await give(bad as string);
      // An empty field of a form counts as not sent.
      expect([bad, answer.status]).toEqual([bad, bad === '' ? 200 : 400]);
      if (bad !== '') expect(HttpError.parse(answer.body).details?.[0]?.path).toBe('rate_list_id');
    }
    // A shop doesn't choose its own list.
    await own.call('put', `/user/profile-settings/${own.userId}`, { rate_list_id: null });
    expect((await w.json(`/user/dashboard/${own.userId}`))['rate_list_id']).toBe(list.id);
    await give('null');
    expect((await w.json(`/user/dashboard/${own.userId}`))['rate_list_id']).toBeNull();
    expect((await admin.call('delete', `${LISTS}/${list.id}`)).status).toBe(200);
  });

  it('is never deleted while a shop is put on it: one of the two is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await newList();
      const late = round % 2 === 0 ? Promise.resolve() : setTimeout(round);
      const remove = () => admin.call('delete', `${LISTS}/${id}`);
      const [given, removed] = await Promise.all([give(id), late.then(remove)]);
      expect([
        [200, 409],
        [400, 200],
      ]).toContainEqual([given.status, removed.status]);
      expect((await w.json(`/user/dashboard/${own.userId}`))['rate_list_id']).toBe(given.status === 200 ? id : null);
      await give('null');
      if (removed.status === 409) expect((await remove()).status).toBe(200);
    }
  });

  it('can be deleted two minutes after a process died that was putting a shop on it', async () => {
    const { id } = await newList();
    const reserve = (ms: number) => {
      const reserved = [{ by: 'dead', until: new Date(Date.now() + ms) }];
      const change = { $set: { reserved, reservations: 1 } };
      return w.db.collection('rate_lists').updateOne({ _id: new mongoose.Types.ObjectId(id) }, change);
    };
    await reserve(limits.rateList.reservedMs);
    expect((await admin.call('delete', `${LISTS}/${id}`)).status).toBe(409);
    await reserve(-1);
    expect((await admin.call('delete', `${LISTS}/${id}`)).status).toBe(200);
  });
});

describe('the list that a shop keeps itself', () => {
  const at = (caller = own) => `/user/rate-list/${caller.userId}`;
  const allow = (may_set_list: boolean, caller = own) => admin.call('put', `/user/update/${caller.userId}`, { may_set_list });
  const set = (fields: object, caller = own, of = own) => caller.call('put', at(of), fields);
  const prices = () => w.json(`/prices/user/${own.userId}`) as unknown as Promise<PriceSnapshot>;
  const statusOf = async (...calls: Promise<{ status: number }>[]) => (await Promise.all(calls)).map(({ status }) => status);

  it('is set by a shop that an admin lets do so, and by no other', async () => {
    const other = await w.shop(`other-${made}`);
    const all = () =>
      statusOf(own.call('get', at()), set({ prices: PRICES }), admin.call('get', at()), set({ prices: PRICES }, admin));
    expect(await all()).toEqual([403, 403, 403, 403]);
    await allow(true);
    expect((await w.json(`/user/dashboard/${own.userId}`))['may_set_list']).toBe(true);
    expect(await statusOf(own.call('get', at()), own.call('get', `${at()}/revisions`), other.call('get', at()))).toEqual([
      404, 200, 403,
    ]);
    expect(await statusOf(set({ prices: PRICES }, other), set({ gold: RATES.gold }), set({ prices: [] }))).toEqual([
      403, 400, 400,
    ]);
    expect((await w.get(at())).status).toBe(401);
    await own.call('put', `/user/profile-settings/${own.userId}`, { may_set_list: true });
    expect((await prices()).rate_list).toBeNull();
  });

  it('stands on the boards within a second, is in no other’s choice, and stays when the right is withdrawn', async () => {
    await admin.call('put', `/user/update/${own.userId}`, { may_set_list: true, shop_name: 'Laxmi Jewellers' });
    const stream = await EventStream.open(`${w.product.url}/boards/${own.userId}/events`);
    const pushed = () => stream.since(0, 'prices').at(-1)?.data as PriceSnapshot | undefined;
    const first = await set({ prices: PRICES });
    expect([first.status, (first.body as SavedRateList).message]).toEqual([201, texts.rateLists.created]);
    const { rateList } = first.body as SavedRateList;
    expect(rateList).toMatchObject({ id: own.userId, name: 'Laxmi Jewellers', prices: PRICES, valid_hours: 24 });
    await until(() => pushed()?.state === 'listed');
    expect(pushed()).toMatchObject({ gold_22k: { sell: 144_150, buy: 141_000 }, rate_list: { name: 'Laxmi Jewellers' } });
    const again = await set({ prices: [{ ...PRICES[1], sell: 14_500 }] });
    expect([again.status, (again.body as SavedRateList).message]).toEqual([200, texts.rateLists.updated]);
    await until(() => pushed()?.gold_22k.sell === 145_000);
    expect(pushed()!.rows![1]!.day).toEqual({ open: 144_150, high: 145_000, low: 144_150, previousClose: null });
    expect((await own.call('get', at())).body).toEqual((again.body as SavedRateList).rateList);

    const listed = (await admin.call('get', LISTS)).body as RateList[];
    expect(listed.some(({ id }) => id === own.userId)).toBe(false);
    const other = await w.shop(`other-${made}`);
    expect((await give(own.userId, other)).status).toBe(400);
    // An admin's form sends what the shop has.
    expect((await admin.call('put', `/user/update/${own.userId}`, { rate_list_id: own.userId, city: 'Pune' })).status).toBe(
      200,
    );
    // A reminder alone moves no shop from the rates that it shows to those that it once set.
    await give('null');
    expect((await set({ reminder_time: '10:15' })).status).toBe(200);
    expect((await w.json(`/user/dashboard/${own.userId}`))['rate_list_id']).toBeNull();
    await set({ prices: [{ ...PRICES[1], sell: 14_500 }], reminder_time: null });
    await allow(false);
    expect(await statusOf(set({ prices: PRICES }), own.call('get', at()))).toEqual([403, 403]);
    expect(await prices()).toMatchObject({ state: 'listed', gold_22k: { sell: 145_000 } });
    stream.close();
  });

  it('has its past, is held and charted like any list, and grows old', async () => {
    await allow(true);
    const first = (await set({ name: 'Ours', prices: PRICES })).body as SavedRateList;
    await until(async () => (await prices()).state === 'listed');
    const seen = first.rateList.set_at;
    await set({ prices: [{ ...PRICES[1], sell: 14_600 }], valid_hours: 1 }, admin);
    const hold = { until: new Date(Date.now() + HOUR_MS).toISOString(), set_at: seen };
    const held = await own.call('put', `/user/rates/hold/${own.userId}`, hold);
    expect((held.body as SavedHold).held).not.toBeNull();
    await until(async () => (await prices()).gold_22k.sell === 144_150);
    await own.call('put', `/user/rates/hold/${own.userId}`, { until: null });
    await until(async () => (await prices()).gold_22k.sell === 146_000);
    const { body } = await own.call('get', `${at()}/revisions`);
    const { username } = (await own.call('get', '/user/profile/me')).body as { username: string };
    expect((body as RateListRevision[]).map(({ set_by, prices: [price], name }) => [set_by, price!.sell, name])).toEqual([
      [{ id: admin.userId, username: '' }, 14_600, 'Ours'],
      [{ id: own.userId, username }, 15_737, 'Ours'],
    ]);
    const charted = await own.call('get', `/user/rates/history/${own.userId}?row=${k22.id}&span=day`);
    // Of settings within minutes the last one counts.
    expect((charted.body as { price: number }[]).at(-1)!.price).toBe(146_000);
    // As if it had been set an hour ago, all but a second.
    const change = { $set: { 'present.set_at': new Date(Date.now() - HOUR_MS + 1_000), unpublished: true }, $inc: { rev: 1 } };
    await w.db.collection('shop_rate_lists').updateOne({ _id: new mongoose.Types.ObjectId(own.userId) }, change);
    await until(async () => (await prices()).state === 'stale');
  });

  it('goes with its shop', async () => {
    await allow(true);
    await set({ prices: PRICES });
    await set({ prices: PRICES });
    const left = async () => {
      const of = { shop: new mongoose.Types.ObjectId(own.userId) };
      const revisions = await w.db.collection('shop_rate_list_revisions').countDocuments(of);
      return revisions + (await w.db.collection('shop_rate_lists').countDocuments({ _id: of.shop }));
    };
    expect(await left()).toBe(2);
    await admin.call('delete', `/user/delete/${own.userId}`);
    await until(async () => (await left()) === 0);
  });
});
