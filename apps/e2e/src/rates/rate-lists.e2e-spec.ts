import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  HttpError,
  limits,
  type PriceSnapshot,
  type RateList,
  type RateListRevision,
  type SavedRateList,
  type ShopDashboard,
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
const purity = (over: object = {}) => ({ metal: 'gold', fineness: 750, sell: 11_920, ...over });
const [row] = standardRows as [(typeof standardRows)[0]];

describe('a list of fixed rates', () => {
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

  const newList = async (fields: object = {}) => {
    const answer = await admin.call('post', LISTS, { name: `Association ${made}`, ...RATES, ...fields });
    expect([answer.status, (answer.body as SavedRateList).message]).toEqual([201, texts.rateLists.created]);
    return (answer.body as SavedRateList).rateList;
  };
  const set = async (id: string, fields: object) => {
    const answer = await admin.call('put', `${LISTS}/${id}`, fields);
    expect([answer.status, (answer.body as SavedRateList).message]).toEqual([200, texts.rateLists.updated]);
    return (answer.body as SavedRateList).rateList;
  };
  const lists = async () => (await admin.call('get', LISTS)).body as RateList[];
  const prices = (caller = own) => w.json(`/prices/user/${caller.userId}`) as unknown as Promise<PriceSnapshot>;
  const give = (rate_list_id: string | null, caller = own) =>
    admin.call('put', `/user/update/${caller.userId}`, { rate_list_id });
  const rowsOf = ({ rows }: PriceSnapshot) => rows!.map(({ price, state }) => [price, state]);

  it('is made, changed, listed by name and deleted by an admin alone', async () => {
    const before = await lists();
    const list = await newList({ name: 'Zaveri Bazaar', valid_hours: '48' });
    expect(list).toEqual({
      ...{ id: list.id, _id: list.id, name: 'Zaveri Bazaar', ...RATES, prices: [], valid_hours: 48, reminder_time: null },
      set_at: expect.stringMatching(/^\d{4}-/),
    });
    expect(Math.abs(Date.parse(list.set_at) - Date.now())).toBeLessThan(60_000);
    const first = await newList({ name: 'Association of Mumbai', platinum: { fineness: 1_000, per_gram: 6_000 } });
    expect(first.valid_hours).toBe(limits.rateList.validHours.default);
    expect(await lists()).toEqual([...before, list, first].sort((a, b) => a.name.localeCompare(b.name)));
    const [anyId] = [list.id];
    for (const caller of [own]) {
      const refused = [
        await caller.call('get', LISTS),
        await caller.call('post', LISTS, { name: 'x', ...RATES }),
        await caller.call('put', `${LISTS}/${anyId}`, { name: 'x' }),
        await caller.call('delete', `${LISTS}/${anyId}`),
        await caller.call('get', `${LISTS}/${anyId}/revisions`),
      ];
      expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    }
    expect((await w.get(LISTS)).status).toBe(401);
    expect(await admin.call('delete', `${LISTS}/${first.id}`)).toMatchObject({
      status: 200,
      body: { message: texts.rateLists.deleted },
    });
    expect(await lists()).toEqual([...before, list].sort((a, b) => a.name.localeCompare(b.name)));
    const gone = [
      await admin.call('put', `${LISTS}/${first.id}`, { name: 'x' }),
      await admin.call('delete', `${LISTS}/${first.id}`),
      await admin.call('get', `${LISTS}/${first.id}/revisions`),
      await admin.call('put', `${LISTS}/${UNKNOWN}`, RATES),
      await admin.call('delete', `${LISTS}/${UNKNOWN}`),
    ];
    expect(gone.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  it('is refused whole where a value is wrong', async () => {
    const list = await newList();
    const before = await lists();
    const metal = (name: 'gold' | 'silver' | 'platinum') => ({
      [name]: [7, 'x', [], {}, { fineness: 995 }, { per_gram: 1 }],
      [`${name}.fineness`]: [0, 1_000.1, 995.55, 'x', null, ''],
      [`${name}.per_gram`]: [0, -1, 0.001, 10_000_000, 'x', null, '', Infinity],
    });
    const wrong: Record<string, unknown[]> = {
      name: ['', '   ', 'x'.repeat(61), 'a\nb', 7, null],
      valid_hours: [0, 169, 1.5, -1, 'x', null],
      ...metal('gold'),
      ...metal('silver'),
      ...metal('platinum'),
      prices: [
        7,
        {},
        [7],
        [{}],
        Array(25)
          .fill(0)
          .map((_, index) => purity({ fineness: 900 + index })),
        [purity(), purity()],
      ],
      'prices.0.metal': [[purity({ metal: 'tin' })], [purity({ metal: undefined })]],
      'prices.0.fineness': [[purity({ fineness: 0 })], [purity({ fineness: 91.655 })], [purity({ fineness: undefined })]],
      'prices.0.sell': [[purity({ sell: 0 })], [purity({ sell: 1.005 })], [purity({ sell: undefined })]],
      'prices.0.buy': [[purity({ buy: 0 })], [purity({ buy: 'x' })], [purity({ buy: 1.005 })]],
    };
    for (const [path, values] of Object.entries(wrong)) {
      const [field, part] = path.split('.') as [string, string?];
      for (const value of values) {
        const isOfMetal = part !== undefined && field !== 'prices';
        const sent = { name: 'List', ...RATES, [field]: isOfMetal ? { ...RATES.gold, [part]: value } : value };
        for (const [method, address] of [
          ['post', LISTS],
          ['put', `${LISTS}/${list.id}`],
        ] as const) {
          const answer = await admin.call(method, address, sent);
          expect([method, path, value, answer.status]).toEqual([method, path, value, 400]);
          const paths = HttpError.parse(answer.body).details?.map((detail) => detail.path) ?? [];
          expect(paths.some((found) => found.startsWith(path))).toBe(true);
        }
      }
    }
    for (const field of ['name', 'gold', 'silver']) {
      const answer = await admin.call('post', LISTS, { name: 'List', ...RATES, [field]: undefined });
      expect([field, answer.status]).toEqual([field, 400]);
    }
    // Only a metal that a list needn't have can be taken away.
    for (const field of ['gold', 'silver'])
      expect((await admin.call('put', `${LISTS}/${list.id}`, { [field]: null })).status).toBe(400);
    expect(await lists()).toEqual(before);
  });

  it('is set anew with each rate that is sent, and remembers what it was', async () => {
    const list = await newList();
    const renamed = await set(list.id, { name: 'Another name', valid_hours: 2 });
    expect(renamed).toEqual({ ...list, name: 'Another name', valid_hours: 2 });
    const gold = { fineness: 995, per_gram: 14_500 };
    const raised = await set(list.id, { gold });
    expect(raised).toEqual({ ...renamed, gold, set_at: raised.set_at });
    expect(Date.parse(raised.set_at)).toBeGreaterThan(Date.parse(list.set_at));
    const again = await set(list.id, { gold, platinum: { fineness: 950, per_gram: 6_000 } });
    expect(Date.parse(again.set_at)).toBeGreaterThan(Date.parse(raised.set_at));
    const without = await set(list.id, { platinum: null });
    expect(without).not.toHaveProperty('platinum');
    const { body } = await admin.call('get', `${LISTS}/${list.id}/revisions`);
    const settings = (body as RateListRevision[]).map(({ set_at, set_by, gold: rate, platinum }) => {
      expect(set_by).toEqual({ id: admin.userId, username: expect.stringMatching(/./) });
      return [set_at, rate?.per_gram, platinum?.per_gram];
    });
    expect(settings).toEqual([
      [without.set_at, 14_500, undefined],
      [again.set_at, 14_500, 6_000],
      [raised.set_at, 14_500, undefined],
      [list.set_at, 14_085.7, undefined],
    ]);
  });

  it('is made once for one idempotency key', async () => {
    const headers = { 'idempotency-key': 'a-key-of-one-request' };
    const post = (sent: object = { name: 'Once', ...RATES }) =>
      w.get(LISTS, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      });
    const answers = [...(await Promise.all([post(), post(), post()])), await post()];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as SavedRateList).rateList.id));
    expect(new Set(ids).size).toBe(1);
    // Whoever repeats it with the rates of another hour has not set these.
    for (const changed of [{ name: 'Twice' }, { gold: { ...RATES.gold, per_gram: 14_600 } }]) {
      expect((await post({ name: 'Once', ...RATES, ...changed })).status).toBe(409);
    }
  });

  it('is what a shop’s rates are of, within a second on its boards, with its duty in it', async () => {
    const stream = await EventStream.open(`${w.product.url}/boards/${own.userId}/events`);
    const pushed = () => stream.since(0, 'prices').at(-1)?.data as PriceSnapshot | undefined;
    const market = await prices();
    expect([market.rate_list, market.held]).toEqual([null, null]);
    await admin.call('put', `/user/update/${own.userId}`, { gold_margin: 2, silver_margin: 1, sell_margin: 1 });
    const list = await newList();
    const given = await give(list.id);
    expect([given.status, (given.body as { user: ShopDashboard }).user.rate_list_id]).toEqual([200, list.id]);
    await until(() => pushed()?.state === 'listed');
    const shown = await prices();
    expect(shown).toEqual(pushed());
    expect(shown).toMatchObject({
      rate_list: { name: list.name, set_at: list.set_at },
      held: null,
      stale: false,
      source: list.name,
      lastUpdated: list.set_at,
      updated_at: list.set_at,
    });
    // 14,085.70 / 0.995 x 10 g x 1.03 = 145,811.77; 168.25 / 0.999 x 1,000 g x 1.02 = 171,786.79.
    expect([shown.gold_24k.sell, shown.silver.sell]).toEqual([145_812, 171_787]);
    // 145,811.77 x 0.916 = 133,563.58, and x 0.750 = 109,358.83.
    expect(rowsOf(shown)).toEqual([
      [145_812, 'listed'],
      [133_564, 'listed'],
      [109_359, 'listed'],
      [171_787, 'listed'],
    ]);
    // A quote of the market changes nothing of it.
    w.quote('500000', '7500');
    await until(async () => (await w.json('/prices/detailed'))['gold_24k'] !== undefined);
    await set(list.id, { gold: { fineness: 1_000, per_gram: 14_200.5 } });
    await until(() => pushed()?.gold_24k.sell === 146_265);
    await give(null);
    await until(() => pushed()?.rate_list === null);
    expect(pushed()!.state).not.toBe('listed');
    stream.close();
  });

  it('has a price of its own for each purity, which margins and rows go by', async () => {
    const k22 = { metal: 'gold', fineness: 916, sell: '14,415', buy: null };
    const day = [11_920, 12_050, 11_880, 11_990].map((sell) => [
      k22,
      purity({ sell }),
      purity({ metal: 'silver', fineness: 999, sell: 330 }),
    ]);
    const list = await newList({ ...{ gold: undefined, silver: undefined }, prices: day[0] });
    await give(list.id);
    const stream = await EventStream.open(`${w.product.url}/boards/${own.userId}/events`);
    const pushed = () => stream.since(0, 'prices').at(-1)?.data as PriceSnapshot | undefined;
    await until(() => pushed()?.gold_18k.sell === 119_200);
    const none = { sell: null, buy: null };
    expect(pushed()).toMatchObject({ gold_24k: none, gold_22k: { sell: 144_150, buy: 138_384 }, silver: { sell: 330_000 } });
    expect(rowsOf(pushed()!)).toEqual([
      [null, 'unavailable'],
      [144_150, 'listed'],
      [119_200, 'listed'],
      [330_000, 'listed'],
    ]);
    for (const prices of day.slice(1)) await set(list.id, { prices });
    await until(() => pushed()?.gold_18k.sell === 119_900);
    expect(pushed()!.rows![2]!.day).toEqual({ open: 119_200, high: 120_500, low: 118_800, previousClose: null });
    const rows = [{ ...row, fineness: 916, unit_grams: 8 }];
    await own.call('put', `/user/rate-rows/${own.userId}`, { rev: 0, rows_mode: 'own', rows });
    await until(async () => (await prices()).rows![0]!.price === 115_320);
    const charted = await own.call('get', `/user/rates/history/${own.userId}?row=${row.id}&span=day`);
    expect(new Set((charted.body as { price: number }[]).map(({ price }) => price))).toEqual(new Set([115_320]));
    stream.close();
  });

  it('makes a row without its metal say so, and never lends it the market’s price', async () => {
    const { current } = w.feed;
    w.feed.set({ ...current, platinum: '180000', at: new Date(current.at!.getTime() + 1_000) });
    const rows = [{ ...row, metal: 'platinum', fineness: 1_000 }, row];
    await own.call('put', `/user/rate-rows/${own.userId}`, { rev: 0, rows_mode: 'own', rows });
    await admin.call('put', `/user/update/${own.userId}`, { dynamic_price_interval: 1 });
    await until(async () => (await prices()).rows![0]!.price !== null);
    const list = await newList();
    await give(list.id);
    await until(async () => (await prices()).state === 'listed');
    // 14,085.70 / 0.995 x 10 g = 141,564.82.
    expect(rowsOf(await prices())).toEqual([
      [null, 'unavailable'],
      [141_565, 'listed'],
    ]);
    await set(list.id, { platinum: { fineness: 950, per_gram: 5_700 } });
    await until(async () => (await prices()).rows![0]!.price === 60_000);
    expect(rowsOf(await prices())[0]).toEqual([60_000, 'listed']);
  });

  it('is old after its hours, is said to be on open boards, and counts again once it is set anew', async () => {
    const list = await newList({ valid_hours: 1 });
    await give(list.id);
    await until(async () => (await prices()).state === 'listed');
    const stream = await EventStream.open(`${w.product.url}/boards/${own.userId}/events`);
    const pushed = () => stream.since(0, 'prices').at(-1)?.data as PriceSnapshot | undefined;
    // As if it had been set an hour ago, all but two seconds.
    const set_at = new Date(Date.now() - HOUR_MS + 2_000);
    const endsAt = set_at.getTime() + HOUR_MS;
    const change = { $set: { set_at }, $inc: { rev: 1 } };
    await w.db.collection('rate_lists').updateOne({ _id: new mongoose.Types.ObjectId(list.id) }, change);
    await until(() => pushed()?.lastUpdated === set_at.toISOString() && pushed()?.state === 'stale');
    const states = stream.since(0, 'prices').map(({ data, at }) => ({ state: (data as PriceSnapshot).state, at }));
    expect(states[0]!.state).toBe('listed');
    const turned = states.findIndex(({ state }) => state === 'stale');
    expect(states[turned]!.at).toBeGreaterThanOrEqual(endsAt);
    expect(new Set(states.slice(turned).map(({ state }) => state))).toEqual(new Set(['stale']));
    expect(await prices()).toMatchObject({ stale: true, rate_list: { name: list.name }, lastUpdated: set_at.toISOString() });
    expect(new Set(rowsOf(await prices()).map(([, state]) => state))).toEqual(new Set(['stale']));
    const hold = { until: new Date(Date.now() + HOUR_MS).toISOString() };
    const refused = await own.call('put', `/user/rates/hold/${own.userId}`, hold);
    expect([refused.status, HttpError.parse(refused.body).message]).toEqual([409, texts.hold.tooOld]);
    await set(list.id, RATES);
    await until(() => pushed()?.state === 'listed');
    stream.close();
  });

  it('that is gone leaves a shop without rates, rather than with those of the market', async () => {
    const list = await newList();
    await give(list.id);
    await until(async () => (await prices()).state === 'listed');
    const stream = await EventStream.open(`${w.product.url}/boards/${own.userId}/events`);
    expect((await stream.next('prices')).data).toMatchObject({ state: 'listed' });
    const change = { $set: { deleted: true }, $inc: { rev: 1 } };
    await w.db.collection('rate_lists').updateOne({ _id: new mongoose.Types.ObjectId(list.id) }, change);
    await until(async () => (await w.get(`/prices/user/${own.userId}`)).status === 503);
    // An open board would go on confirming the rates that it has.
    expect((await stream.next('prices')).data).toBeNull();
    await give(null);
    await until(async () => (await w.get(`/prices/user/${own.userId}`)).ok);
    expect((await stream.next('prices')).data).toMatchObject({ rate_list: null });
    stream.close();
  });
});
