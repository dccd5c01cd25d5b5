import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AcceptedQuote,
  HttpError,
  limits,
  type PriceSnapshot,
  type SavedHold,
  type SavedRateList,
  standardRows,
  texts,
} from '@sarafa/contracts';
import { EventStream, type SignedInCaller, until } from '@sarafa/testing';
import { exactRupees } from '../shared/exact-rates.js';
import { harness, type Harness, LIVELY } from '../shared/harness.js';

const HOUR_MS = 3_600_000;
const [row] = standardRows as [(typeof standardRows)[0]];

describe('rates that a shop holds', () => {
  let w: Harness;
  let admin: SignedInCaller;
  let other: SignedInCaller;
  let own: SignedInCaller;
  let path: string;
  let made = 0;
  let gold = 467_500;

  beforeAll(async () => {
    w = await harness({ pace: LIVELY });
    admin = await w.admin();
    other = await w.shop('other');
  });

  afterAll(() => w.end());

  beforeEach(async () => {
    own = await w.shop(`shop-${++made}`);
    await admin.call('put', `/user/update/${own.userId}`, { dynamic_price_interval: 1 });
    path = `/user/rates/hold/${own.userId}`;
  });

  const inFuture = (ms: number) => new Date(Date.now() + ms).toISOString();
  const hold = (until_: string | null, caller = own) => caller.call('put', path, { until: until_ });
  const held = async (until_: string | null, caller = own) => {
    const answer = await hold(until_, caller);
    expect(answer.status).toBe(200);
    return (answer.body as SavedHold).held;
  };
  const prices = (caller = own) => w.json(`/prices/user/${caller.userId}`) as unknown as Promise<PriceSnapshot>;
  const detailed = () => w.json('/prices/detailed') as unknown as Promise<PriceSnapshot>;
  /** Moves the market, and waits until boards that don't hold their rates have it. */
  const move = async () => {
    gold += 1_000;
    w.quote(String(gold), '6938');
    await until(async () => (await detailed()).gold_24k.sell === sellOf(gold));
  };
  /** Makes a list of ₹14,000 a gram, which the shop's rates come from. */
  const given = async (name: string) => {
    const rates = { gold: { fineness: 1_000, per_gram: 14_000 }, silver: { fineness: 1_000, per_gram: 160 } };
    const saved = await admin.call('post', '/admin/rate-lists', { name, ...rates });
    const { rateList } = saved.body as SavedRateList;
    await admin.call('put', `/user/update/${own.userId}`, { rate_list_id: rateList.id });
    await until(async () => (await prices()).state === 'listed');
    return rateList;
  };
  const sellOf = (price: number, percent = 0) =>
    exactRupees({ price: String(price), dutyPercent: 5n, centigrams: 1_000n, marginMillis: percent * 1_000 });

  it('stay while the market moves, are never said to be live, and follow the market again once they are released', async () => {
    await move();
    const stream = await EventStream.open(`${w.product.url}/boards/${own.userId}/events`);
    const pushed = () => stream.since(0, 'prices').at(-1)?.data as PriceSnapshot | undefined;
    await until(() => pushed()?.gold_24k.sell === sellOf(gold));
    const before = await prices();
    const end = inFuture(HOUR_MS);
    const answer = await hold(end);
    const { message, held: told } = answer.body as SavedHold;
    expect([answer.status, message, told!.until]).toEqual([200, texts.hold.started, end]);
    expect(Math.abs(Date.parse(told!.since) - Date.now())).toBeLessThan(60_000);
    await until(() => pushed()?.state === 'held');
    await move();
    const shown = await prices();
    const { gold_24k, gold_22k, gold_18k, silver, lastUpdated, source } = before;
    expect(shown).toMatchObject({ gold_24k, gold_22k, gold_18k, silver, lastUpdated, source });
    expect(shown).toMatchObject({ state: 'held', stale: false, held: told, rate_list: null });
    expect(shown.rows!.map(({ price, state }) => [price, state])).toEqual(before.rows!.map(({ price }) => [price, 'held']));
    expect(stream.since(0, 'prices').filter(({ data }) => (data as PriceSnapshot).gold_24k.sell === sellOf(gold))).toEqual([]);
    // Other shops aren't held.
    await admin.call('put', `/user/update/${other.userId}`, { dynamic_price_interval: 1 });
    await until(async () => (await prices(other)).gold_24k.sell === sellOf(gold));
    expect(await held(null)).toBeNull();
    await until(() => pushed()?.gold_24k.sell === sellOf(gold));
    expect(await prices()).toMatchObject({ held: null, state: (await detailed()).state });
    expect(await hold(null)).toMatchObject({ status: 200, body: { message: texts.hold.ended, held: null } });
    stream.close();
  });

  it('end by themselves, at their time, on open boards', async () => {
    await move();
    const stream = await EventStream.open(`${w.product.url}/boards/${own.userId}/events`);
    const pushed = () => stream.since(0, 'prices').at(-1)?.data as PriceSnapshot | undefined;
    await held(inFuture(HOUR_MS));
    await until(() => pushed()?.state === 'held');
    await move();
    // Only now, because a slow machine could need longer for what comes before.
    const end = inFuture(3_000);
    await held(end);
    await until(() => pushed()?.state !== 'held');
    const late = Date.now() - Date.parse(end);
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(1_000);
    expect(pushed()).toMatchObject({ held: null, gold_24k: { sell: sellOf(gold) } });
    stream.close();
  });

  it('keep their rates and their beginning when a hold that is on gets another end', async () => {
    await move();
    const first = await held(inFuture(HOUR_MS));
    const was = gold;
    await move();
    const end = inFuture(2 * HOUR_MS);
    expect(await held(end, admin)).toEqual({ since: first!.since, until: end });
    await until(async () => (await prices()).held?.until === end);
    expect((await prices()).gold_24k.sell).toBe(sellOf(was));
    // After a release a new hold has the rates of its own moment.
    await held(null);
    const second = await held(end);
    expect(Date.parse(second!.since)).toBeGreaterThan(Date.parse(first!.since));
    await until(async () => (await prices()).gold_24k.sell === sellOf(gold));
    expect((await prices()).state).toBe('held');
  });

  it('follow changed margins and rows at once', async () => {
    await move();
    await held(inFuture(HOUR_MS));
    const was = gold;
    await move();
    await own.call('put', `/user/profile-settings/${own.userId}`, { gold_margin: 2 });
    await until(async () => (await prices()).gold_24k.sell === sellOf(was, 2));
    await own.call('put', `/user/rate-rows/${own.userId}`, { rev: 0, rows_mode: 'own', rows: [{ ...row, id: 'mine' }] });
    await until(async () => (await prices()).rows![0]!.id === 'mine');
    expect((await prices()).rows![0]).toMatchObject({ price: sellOf(was, 2), state: 'held' });
    const { body } = await own.call('get', `/user/rate-rows/${own.userId}/basis`);
    expect((body as { lastUpdated: string }).lastUpdated).toBe((await prices()).lastUpdated);
  });

  it('keep the age of platinum that was old when the hold began', async () => {
    const rows = [{ ...row, metal: 'platinum', fineness: 950 }, row];
    await own.call('put', `/user/rate-rows/${own.userId}`, { rev: 0, rows_mode: 'own', rows });
    const states = async () => (await prices()).rows!.map(({ state }) => state);
    const old = new Date(Date.now() - HOUR_MS);
    // Of this answer platinum alone is accepted, because the other two are older than what is known of them.
    w.feed.set({ ...w.feed.current, platinum: '180000', at: old });
    await until(async () => (await states())[0] === 'stale');
    await move();
    await held(inFuture(HOUR_MS));
    await until(async () => (await states())[1] === 'held');
    expect(await states()).toEqual(['stale', 'held']);
  });

  it('keep a list’s rates, and a new setting of it waits', async () => {
    const rateList = await given('Association');
    await held(inFuture(HOUR_MS));
    await admin.call('put', `/admin/rate-lists/${rateList.id}`, { gold: { fineness: 1_000, per_gram: 15_000 } });
    await until(async () => (await prices()).state === 'held');
    const { name, set_at } = rateList;
    const shown = await prices();
    expect(shown).toMatchObject({
      gold_24k: { sell: 140_000 },
      rate_list: { name, set_at },
      lastUpdated: set_at,
      source: name,
    });
    await held(null);
    await until(async () => (await prices()).gold_24k.sell === 150_000);
    await admin.call('put', `/user/update/${own.userId}`, { rate_list_id: null });
  });

  it('are those that were seen, though the market or the list has moved since', async () => {
    const { seq, duty } = await prices();
    const [seen, end] = [gold, inFuture(HOUR_MS)];
    await move();
    expect((await own.call('put', path, { until: end, seq, duty_at: duty!.lastUpdated })).status).toBe(200);
    await until(async () => (await prices()).state === 'held');
    expect(await prices()).toMatchObject({ seq, gold_24k: { sell: sellOf(seen) } });
    await held(null);
    const { set_at, id } = await given('Moving');
    await admin.call('put', `/admin/rate-lists/${id}`, { gold: { fineness: 1_000, per_gram: 15_000 } });
    await until(async () => (await prices()).gold_24k.sell === 150_000);
    expect((await own.call('put', path, { until: end, seq: null, set_at })).status).toBe(200);
    await until(async () => (await prices()).state === 'held');
    expect(await prices()).toMatchObject({ seq: null, gold_24k: { sell: 140_000 }, rate_list: { set_at } });
  });

  it('are not begun with rates that boards no longer showed in the last minutes, or never did', async () => {
    const { seq } = await prices();
    await move();
    await w.db.collection('quotes').updateMany({}, { $set: { accepted_at: new Date(Date.now() - 180_000) } });
    for (const other of [seq, 1_000_000]) {
      const refused = await own.call('put', path, { until: inFuture(HOUR_MS), seq: other });
      expect(refused).toMatchObject({ status: 409, body: { message: texts.hold.moved } });
    }
    // The number of a quote stays the same when the duty in its price changes.
    const now = (await prices()).seq;
    const other = { until: inFuture(HOUR_MS), seq: now, duty_at: '2026-01-01T00:00:00.000Z' };
    expect(await own.call('put', path, other)).toMatchObject({ status: 409, body: { message: texts.hold.moved } });
    expect((await prices()).held).toBeNull();
  });

  it('are never those of a quote that was withdrawn', async () => {
    await move();
    const right = gold;
    await move();
    const told = await held(inFuture(HOUR_MS));
    expect(await prices()).toMatchObject({ state: 'held', gold_24k: { sell: sellOf(gold) } });
    const [{ seq }] = (await admin.call('get', '/admin/quotes')).body as [AcceptedQuote];
    expect((await admin.call('post', `/admin/quotes/${seq}/withdraw?metal=gold`)).status).toBe(200);
    await until(async () => (await prices()).gold_24k.sell === sellOf(right));
    expect(await prices()).toMatchObject({ state: 'held', held: told });
  });

  it('are the shop’s own and the admin’s to hold, for twelve hours at most', async () => {
    const end = inFuture(HOUR_MS);
    expect((await hold(end, other)).status).toBe(403);
    expect((await hold(null, other)).status).toBe(403);
    const send = (body: object) =>
      w.get(path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    expect((await send({ until: end })).status).toBe(401);
    const wrong = [
      undefined,
      '',
      'soon',
      7,
      {},
      true,
      '2026-01-01',
      inFuture(-1_000),
      inFuture(limits.holdHours * HOUR_MS + 60_000),
    ];
    for (const value of wrong) {
      const answer = await own.call('put', path, { until: value });
      expect([value, answer.status, HttpError.parse(answer.body).details?.[0]?.path]).toEqual([value, 400, 'until']);
    }
    for (const id of ['a'.repeat(24), admin.userId]) {
      expect((await admin.call('put', `/user/rates/hold/${id}`, { until: end })).status).toBe(404);
      expect((await admin.call('put', `/user/rates/hold/${id}`, { until: null })).status).toBe(404);
    }
    expect((await admin.call('put', '/user/rates/hold/1', { until: end })).status).toBe(400);
    expect(await prices()).toMatchObject({ held: null });
    expect(await held(inFuture(limits.holdHours * HOUR_MS - 1_000), admin)).not.toBeNull();
  });

  it('begin once where many ask at the same time', async () => {
    const ends = Array.from({ length: 10 }, (_, index) => inFuture(HOUR_MS + index));
    const told = await Promise.all(ends.map((end, index) => held(end, index % 2 ? own : admin)));
    expect(new Set(told.map((one) => one!.since)).size).toBe(1);
    expect(await w.db.collection('holds').countDocuments({ since: new Date(told[0]!.since) })).toBe(1);
  });

  it('survive a restart of the whole product', async () => {
    await move();
    const told = await held(inFuture(HOUR_MS));
    const was = gold;
    await w.product.restart();
    await until(async () => (await w.get(`/prices/user/${own.userId}`)).ok);
    gold += 1_000;
    w.quote(String(gold), '6938');
    await until(async () => (await detailed()).gold_24k.sell === sellOf(gold));
    expect(await prices()).toMatchObject({ state: 'held', held: told, gold_24k: { sell: sellOf(was) } });
  });

  it('go with the shop', async () => {
    await held(inFuture(HOUR_MS));
    const before = await w.db.collection('holds').countDocuments();
    await admin.call('delete', `/user/delete/${own.userId}`);
    await until(async () => (await w.db.collection('holds').countDocuments()) === before - 1);
  });

  // The last one, because the market has no quote after it.
  it('keep a list’s rates also where the market has never had any', async () => {
    await given('Bazaar');
    w.feed.fault = '500';
    const asked = w.feed.requests.metalsDev.count;
    await until(() => w.feed.requests.metalsDev.count > asked + 1);
    await Promise.all(['quotes', 'duties'].map((name) => w.db.collection(name).deleteMany({})));
    expect(await held(inFuture(HOUR_MS))).not.toBeNull();
    await until(async () => (await prices()).state === 'held');
    expect((await prices()).gold_24k.sell).toBe(140_000);
  });
});
