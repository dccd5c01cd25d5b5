import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  HttpError,
  limits,
  type PricedRow,
  type PriceSnapshot,
  type RateRow,
  type RateRows,
  RowsBasis,
  type SavedRateRows,
  type ShopDashboard,
  standardRows,
  texts,
} from '@sarafa/contracts';
import { landedFromTexts, rowBook, rowFormula } from '@sarafa/domain';
import { EventStream, type SignedInCaller, until } from '@sarafa/testing';
import { exactRupees } from '../shared/exact-rates.js';
import { harness, type Harness, LIVELY } from '../shared/harness.js';

const GOLD = '467500';
const SILVER = '6938';
const [row] = standardRows as [RateRow];

describe('the rows of a shop', () => {
  let w: Harness;
  let admin: SignedInCaller;
  let other: SignedInCaller;
  let own: SignedInCaller;
  let path: string;
  let made = 0;

  beforeAll(async () => {
    w = await harness({ pace: LIVELY });
    admin = await w.admin();
    other = await w.shop('other');
  });

  afterAll(() => w.end());

  beforeEach(async () => {
    own = await w.shop(`shop-${++made}`);
    path = `/user/rate-rows/${own.userId}`;
  });

  const read = async (caller = own) => (await caller.call('get', path)).body as RateRows;
  const write = (list: object, caller = own) => caller.call('put', path, { rev: 0, rows_mode: 'own', rows: [row], ...list });
  const stored = () => w.db.collection('rate_rows').countDocuments({ rows_mode: { $exists: true } });
  const prices = () => w.json(`/prices/user/${own.userId}`) as unknown as Promise<PriceSnapshot & { rows: PricedRow[] }>;

  it('are the standard ones until it lists its own', async () => {
    expect(await read()).toEqual({ rev: 0, rows_mode: 'standard', rows: [] });
    const saved = await write({ rows: [{ metal: 'gold', fineness: '916', unit_grams: 8, side: 'sell' }, row] });
    const { message, rateRows } = saved.body as SavedRateRows;
    expect([saved.status, message, rateRows.rev, rateRows.rows_mode]).toEqual([200, texts.rateRows.saved, 1, 'own']);
    expect(rateRows.rows[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      ...{ metal: 'gold', fineness: 916, unit_grams: 8, side: 'sell' },
      ...{ title: '', percent: 0, rupees_per_gram: 0, round_to: 1, rounding: 'nearest', shown: true },
    });
    expect(rateRows.rows[1]).toEqual(row);
    expect([await read(), await read(admin)]).toEqual([rateRows, rateRows]);
    const again = await write({ ...rateRows, rows_mode: 'standard' }, admin);
    expect(again).toMatchObject({ status: 200, body: { rateRows: { ...rateRows, rev: 2, rows_mode: 'standard' } } });
  });

  it('are its own and the admin’s, and of a shop that there is', async () => {
    for (const answer of [await other.call('get', path), await write({}, other)]) {
      expect([answer.status, HttpError.parse(answer.body).code]).toEqual([403, 'FORBIDDEN']);
    }
    const list = { rev: 0, rows_mode: 'own', rows: [] };
    for (const id of ['a'.repeat(24), admin.userId]) {
      const address = `/user/rate-rows/${id}`;
      const asked = [await admin.call('get', address), await admin.call('put', address, list)];
      expect(asked.map(({ status }) => status)).toEqual([404, 404]);
    }
    for (const id of ['1', 'F'.repeat(24), '__proto__', '%7B%22$ne%22:null%7D']) {
      const answer = await admin.call('put', `/user/rate-rows/${id}`, list);
      expect([id, answer.status, HttpError.parse(answer.body).details?.[0]?.path]).toEqual([id, 400, 'userId']);
    }
    expect(await read()).toMatchObject({ rev: 0 });
  });

  it('are refused as a whole where one value is wrong, and nothing is stored', async () => {
    const before = await stored();
    const { title, fineness, unitGrams, percent, rupeesPerGram } = limits.rateRows;
    const outside = (range: { min: number; max: number; decimals: number }) => {
      const place = 10 ** -range.decimals;
      return [range.min - place, range.max + place, 1.23456, NaN, '1,5', 'a', '', null, [], {}, true];
    };
    const wrong: Record<string, unknown[]> = {
      title: ['x'.repeat(title.max + 1), 'a\u0000b', 'a\nb', 7, null, {}],
      metal: [undefined, null, '', 'palladium', 'Gold', 7, ['gold']],
      fineness: [undefined, 0, -1, ...outside(fineness)],
      unit_grams: [undefined, 0, -1, ...outside(unitGrams)],
      side: [undefined, null, '', 'exchange', 'SELL', 1],
      percent: [...outside(percent), 0.0000001],
      rupees_per_gram: [...outside(rupeesPerGram), 1e-9],
      round_to: [0, 2, 0.5, 1_000, -1, null, 'one', ''],
      rounding: ['half', null, '', 1],
      shown: ['yes', 1, null, ''],
    };
    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values) {
        const answer = await write({ rows: [row, { ...row, [field]: value }] });
        // 1.23456 has too many decimals for each of the numbers.
        expect([field, value, answer.status]).toEqual([field, value, 400]);
        expect(HttpError.parse(answer.body).details?.map((detail) => detail.path)).toContain(`rows.1.${field}`);
      }
    }
    const many = Array.from({ length: limits.rateRows.perShop + 1 }, () => row);
    const lists: [string, unknown[]][] = [
      ['rev', [undefined, null, '', -1, 1.5, 'x', {}, true]],
      ['rows_mode', [undefined, null, '', 'mine', 1]],
      ['rows', [undefined, null, '', {}, 'rows', many]],
    ];
    for (const [field, values] of lists) {
      for (const value of values) {
        const answer = await write({ [field]: value });
        expect([field, value, answer.status]).toEqual([field, value, 400]);
        expect(HttpError.parse(answer.body).details?.map((detail) => detail.path)).toContain(field);
      }
    }
    for (const value of [null, 7, 'row', []]) expect((await write({ rows: [value] })).status).toBe(400);
    expect([await read(), await stored()]).toEqual([{ rev: 0, rows_mode: 'standard', rows: [] }, before]);
    expect((await write({ rows: many.slice(1).map(({ id: _, ...fields }) => fields) })).status).toBe(200);
  });

  it('are saved by one of two who read the same, and the other one is told', async () => {
    const titled = (title: string) => ({ rows: [{ ...row, title }] });
    const [shops, admins] = await Promise.all([write(titled('shop')), write(titled('admin'), admin)]);
    expect([shops.status, admins.status].sort()).toEqual([200, 409]);
    const lost = shops.status === 409 ? shops : admins;
    expect(HttpError.parse(lost.body)).toMatchObject({ code: 'CONFLICT', message: texts.rateRows.changedMeanwhile });
    const standing = await read();
    expect([standing.rev, standing.rows[0]!.title]).toEqual([1, shops.status === 200 ? 'shop' : 'admin']);
    const saves = Array.from({ length: 8 }, (_, index) => write({ rev: 1, ...titled(`${index}`) }, index % 2 ? own : admin));
    const statuses = (await Promise.all(saves)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    expect((await read()).rev).toBe(2);
    for (const rev of [0, 1, 3]) expect((await write({ rev })).status).toBe(409);
    expect((await read()).rev).toBe(2);
  });

  it('are in its prices, the standard ones and its own, and on its boards within a second', async () => {
    const stream = await EventStream.open(`${w.product.url}/boards/${own.userId}/events`);
    const pushed = () => stream.since(0, 'prices').at(-1)?.data as (PriceSnapshot & { rows: PricedRow[] }) | undefined;
    const standard = await prices();
    expect(standard.rows).toEqual(
      standardRows.map(({ id, title, metal, fineness, unit_grams, side }) => {
        const { sell } = standard[id as 'gold_24k'];
        // The product's first day.
        const day = { open: sell, high: sell, low: sell, previousClose: null };
        return { id, title, metal, fineness, unit_grams, side, price: sell, state: standard.state, day };
      }),
    );
    await admin.call('put', `/user/update/${own.userId}`, { gold_margin: 2, sell_margin: 1, buy_margin: 3 });
    const rows = [
      { ...row, id: 'bar', title: 'सोना "50 g"', fineness: 916, unit_grams: 50 },
      { ...row, id: 'hidden', shown: false },
      { ...row, id: 'bought', side: 'buy' },
      { ...row, id: 'platinum', metal: 'platinum', fineness: 950 },
    ];
    await write({ rows });
    await until(() => pushed()?.rows[0]?.id === 'bar');
    const shown = await prices();
    expect(shown.rows).toEqual(pushed()!.rows);
    expect(shown.rows.map(({ id, title, side, state }) => [id, title, side, state])).toEqual([
      ['bar', 'सोना "50 g"', 'sell', shown.state],
      ['bought', '', 'buy', shown.state],
      ['platinum', '', 'sell', 'unavailable'],
    ]);
    const exact = { price: GOLD, dutyPercent: 5n };
    expect(shown.rows.map(({ price }) => price)).toEqual([
      exactRupees({ ...exact, centigrams: 4_580n, marginMillis: 3_000 }),
      exactRupees({ ...exact, centigrams: 1_000n, marginMillis: -3_000 }),
      null,
    ]);
    // The four standard rates stay in the answer.
    expect(shown.gold_22k.sell).toBe(exactRupees({ ...exact, centigrams: 916n, marginMillis: 3_000 }));
    await write({ rev: 1, rows: [] });
    await until(() => pushed()?.rows.length === 0);
    await write({ rev: 2, rows, rows_mode: 'standard' });
    await until(() => pushed()?.rows[3]?.id === 'silver');
    stream.close();
  });

  it('can be priced by an editor as they stand on its board, while it holds its quote', async () => {
    await admin.call('put', `/user/update/${own.userId}`, { gold_margin: 2.5, sell_margin: 1, dynamic_price_interval: 60 });
    const rows = [
      { ...row, id: 'paise', fineness: 916, unit_grams: 11.6638, percent: 0.25, round_to: 0.01 },
      { ...row, id: 'bought', side: 'buy' as const, rupees_per_gram: -12.55, round_to: 0.01 },
      { ...row, id: 'platinum', metal: 'platinum' as const },
    ];
    await write({ rows });
    await until(async () => (await prices()).rows.length === rows.length);
    const before = (await w.json('/prices/detailed')) as unknown as PriceSnapshot;
    w.quote('471234.56', '7001');
    await until(async () => (await w.json('/prices/detailed'))['lastUpdated'] !== before.lastUpdated);
    for (const caller of [own, admin]) {
      const { status, body } = await caller.call('get', `${path}/basis`);
      const { landed, margins, lastUpdated } = RowsBasis.parse(body);
      const book = rowBook(landedFromTexts(landed));
      const shown = await prices();
      const exact = rows.map((one) => book.priceOf(rowFormula(one), margins));
      expect([status, lastUpdated, exact]).toEqual([200, shown.lastUpdated, shown.rows.map(({ price }) => price)]);
      expect(exact[2]).toBeNull();
    }
    w.quote(GOLD, SILVER);
    const refused = [
      await other.call('get', `${path}/basis`),
      await admin.call('get', `/user/rate-rows/${'a'.repeat(24)}/basis`),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 404]);
  });

  it('of platinum have a rate once a source has one, with platinum’s own margin', async () => {
    await write({ rows: [{ ...row, metal: 'platinum', fineness: 1_000, rounding: 'nearest' }] });
    await admin.call('put', `/user/update/${own.userId}`, { dynamic_price_interval: 1 });
    const set = (caller: SignedInCaller, address: string, platinum_margin: unknown) =>
      caller.call('put', `${address}/${own.userId}`, { platinum_margin });
    for (const bad of [-0.1, 50.1, 0.05, 'x']) {
      expect([bad, (await set(own, '/user/profile-settings', bad)).status]).toEqual([bad, 400]);
    }
    expect((await w.json(`/user/dashboard/${own.userId}`))['platinum_margin']).toBe(0);
    const { current } = w.feed;
    w.feed.set({ ...current, platinum: '180000', at: new Date(current.at!.getTime() + 1_000) });
    await until(async () => (await prices()).rows[0]!.price !== null);
    const priceWith = (percent: number) =>
      exactRupees({ price: '180000', dutyPercent: 5n, centigrams: 1_000n, marginMillis: percent * 1_000 });
    const priced = await prices();
    expect(priced.rows[0]).toMatchObject({ price: priceWith(0), state: priced.state });
    for (const [caller, address, percent] of [
      [own, '/user/profile-settings', 2.5],
      [admin, '/user/update', 50],
      [own, '/user/profile-settings', 0],
    ] as const) {
      const saved = await set(caller, address, percent);
      expect(saved).toMatchObject({ status: 200, body: { user: { platinum_margin: percent } } });
      await until(async () => (await prices()).rows[0]!.price === priceWith(percent));
    }
    expect(Object.keys((await admin.call('get', `/user/dashboard/${own.userId}`)).body as ShopDashboard)).not.toContain(
      'platinum_prices_enabled',
    );
    w.quote(GOLD, SILVER);
  });

  it('go with the shop', async () => {
    const before = await stored();
    await write({});
    expect(await stored()).toBe(before + 1);
    expect((await admin.call('delete', `/user/delete/${own.userId}`)).status).toBe(200);
    await until(async () => (await stored()) === before);
    expect((await admin.call('get', path)).status).toBe(404);
  });
});
