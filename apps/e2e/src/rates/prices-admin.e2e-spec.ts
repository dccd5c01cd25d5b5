import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AcceptedQuote,
  type CustomTable,
  type HistoryPoint,
  HttpError,
  type IntervalSettings,
  limits,
  type PriceSnapshot,
  type PriceStatus,
  type RefusedQuote,
  type ShopDashboard,
  texts,
} from '@sarafa/contracts';
import { EventStream, signIn, type SignedInCaller, until } from '@sarafa/testing';
import { harness, type Harness, LIVELY } from '../shared/harness.js';

const PASSWORD = 'password of a shop';
const WEIRD = [null, [], {}, { $gt: 0 }, 'abc', '', true, -1, 0, 1.5];

describe('prices in the hands of provider and shop', () => {
  let w: Harness;
  let admin: SignedInCaller;
  let own: SignedInCaller;
  let other: SignedInCaller;
  let stream: EventStream;

  beforeAll(async () => {
    w = await harness({ pace: LIVELY });
    admin = await w.admin();
    [own, other] = [await w.shop('laxmi'), await w.shop('other')];
    stream = await EventStream.open(`${w.product.url}/boards/${own.userId}/events`);
  });

  afterAll(async () => {
    stream.close();
    await w.end();
  });

  const last = <T>(event: string) => stream.since(0, event).at(-1)?.data as T | undefined;
  const detailed = () => w.json('/prices/detailed') as unknown as Promise<PriceSnapshot>;
  const refuses = async (caller: SignedInCaller, method: string, path: string, body: unknown, field: string) => {
    const answer = await caller.call(method, path, body);
    expect([body, answer.status]).toEqual([body, 400]);
    expect(HttpError.parse(answer.body).details?.map((detail) => detail.path)).toContain(field);
  };

  describe('intervals', () => {
    const read = async (path: string) => (await admin.call('get', path)).body as IntervalSettings;

    it('are offered with their labels', async () => {
      const update = await read('/admin/price-settings');
      expect(update.availableIntervals.map(({ value, label }) => [value, label])).toEqual([
        [60_000, '1 minute'],
        [300_000, '5 minutes'],
        [900_000, '15 minutes'],
        [1_800_000, '30 minutes'],
        [3_600_000, '1 hour'],
      ]);
      const dynamic = await read('/admin/dynamic-price-settings');
      expect(dynamic.currentInterval).toBe(5);
      expect(dynamic.availableIntervals.map(({ value, label }) => [value, label])).toEqual([
        [1, 'Live Price Changing'],
        [5, '5 Minute'],
        [15, '15 Minute'],
        [30, '30 Minute'],
        [60, '1 Hour'],
      ]);
    });

    it('of boards change at once for every shop without its own, and survive a restart', async () => {
      await until(() => last<ShopDashboard>('profile')?.dynamic_price_interval === 5);
      const { status, body } = await admin.call('put', '/admin/dynamic-price-settings', { interval: '15' });
      expect([status, (body as { settings: IntervalSettings }).settings.currentInterval]).toEqual([200, 15]);
      await until(() => last<ShopDashboard>('profile')?.dynamic_price_interval === 15);
      await w.product.restart();
      await until(async () => (await read('/admin/dynamic-price-settings')).currentInterval === 15);
      stream = await EventStream.open(`${w.product.url}/boards/${own.userId}/events`);
      await until(() => last<ShopDashboard>('profile')?.dynamic_price_interval === 15);
      expect((await admin.call('put', '/admin/dynamic-price-settings', { interval: 1 })).status).toBe(200);
    });

    it('take nothing but what is offered', async () => {
      const before = await Promise.all(['/admin/price-settings', '/admin/dynamic-price-settings'].map(read));
      for (const interval of [...WEIRD, 2, 299_999, 7_200_000]) {
        await refuses(admin, 'put', '/admin/price-settings', { interval }, 'interval');
        if (interval !== true) await refuses(admin, 'put', '/admin/dynamic-price-settings', { interval }, 'interval');
      }
      await refuses(admin, 'put', '/admin/price-settings', { interval: 5 }, 'interval');
      await refuses(admin, 'put', '/admin/dynamic-price-settings', { interval: 300_000 }, 'interval');
      await refuses(admin, 'put', '/admin/price-settings', {}, 'interval');
      expect(await Promise.all(['/admin/price-settings', '/admin/dynamic-price-settings'].map(read))).toEqual(before);
    });
  });

  describe('the market', () => {
    const status = async () => (await admin.call('get', '/admin/price-status')).body as PriceStatus;
    const refresh = () => admin.call('post', '/admin/price-refresh');
    /** Asks as soon as it is allowed. */
    const refreshSoon = () => until(async () => ((await refresh()).status === 200 ? true : undefined), 30_000, 200);

    it('is asked less often when an admin says so, at once', async () => {
      // On a slow machine the last quote is too old by now.
      w.quote('467500', '6938');
      await until(async () => (await status()).lastError === null);
      const { body } = await admin.call('put', '/admin/price-settings', { interval: 3_600_000 });
      expect((body as { message: string }).message).toBe('The market is asked every 1 hour from now on');
      // While a poll is under way, the next one is said to come as soon as after a poll without an answer.
      const isAnHourAway = (next: string | null) => Date.parse(next!) - Date.now() > 3_500_000;
      await until(async () => isAnHourAway((await status()).nextUpdate));
      expect((await status()).updateIntervalMinutes).toBe(60);
      const { isRunning, nextUpdate, nextUpdateLocal, stale, lastError } = await status();
      expect([isRunning, stale, lastError]).toEqual([true, false, null]);
      expect(isAnHourAway(nextUpdate)).toBe(true);
      expect(nextUpdateLocal).toMatch(/^\d{1,2} \w+, \d{1,2}:\d\d (am|pm)$/);
    });

    it('answers when it is asked now, and at most once in five seconds', async () => {
      await refreshSoon();
      w.quote('468000', '6940');
      const early = await refresh();
      expect([early.status, Number(early.headers.get('retry-after'))]).toEqual([429, limits.refreshPauseMs / 1_000]);
      const before = await detailed();
      await refreshSoon();
      expect((await detailed()).gold_24k.sell).toBeGreaterThan(before.gold_24k.sell!);
    });

    it('has its impossible quotes in quarantine, with their reasons, until an admin knows better', async () => {
      const before = await detailed();
      w.quote('600000', '6940');
      await refreshSoon();
      expect(await detailed()).toEqual(before);
      expect((await status()).lastError).toContain('gold refused, jumped further than the limit');
      const list = (await admin.call('get', '/admin/quarantine')).body as RefusedQuote[];
      expect(list[0]).toMatchObject({
        metal: 'gold',
        price: '600000',
        reason: 'jumped further than the limit',
        lastPrice: '468000',
        releasable: true,
        releasedAt: null,
      });
      const { status: code, body } = await admin.call('post', `/admin/quarantine/${list[0]!.id}/release`);
      expect([code, (body as { quote: RefusedQuote }).quote.releasable]).toEqual([200, false]);
      // 600000 / 31.1034768 x 1.05 x 10
      expect((await detailed()).gold_24k.sell).toBe(202_550);
      await until(() => last<PriceSnapshot>('prices')?.gold_24k.sell === 202_550);
      const again = await admin.call('post', `/admin/quarantine/${list[0]!.id}/release`);
      expect(again).toMatchObject({ status: 409, body: { message: texts.prices.alreadyReleased } });
    });

    it('goes back to the quote before one that an admin withdraws, on open boards too', async () => {
      const quotes = async () => (await admin.call('get', '/admin/quotes')).body as AcceptedQuote[];
      const withdraw = (seq: unknown, query = '') => admin.call('post', `/admin/quotes/${String(seq)}/withdraw${query}`);
      const before = await detailed();
      const at = Date.parse(before.lastUpdated);
      w.quote('601000', '6950');
      // Clears the time of the last question, so that the spec needn't wait for the pause.
      await w.db.collection('poller').updateOne({}, { $set: { refreshed_at: null } });
      expect((await refresh()).status).toBe(200);
      await until(async () => Date.parse((await detailed()).lastUpdated) > at);
      const [wrong] = await quotes();
      expect(wrong).toMatchObject({ gold: { price: '601000', withdrawn: false }, silver: { price: '6950', withdrawn: false } });
      const { status: code, body } = await withdraw(wrong!.seq);
      expect([code, body]).toMatchObject([200, { message: 'The quote was withdrawn', quote: { seq: wrong!.seq } }]);
      expect(await detailed()).toEqual(before);
      await until(() => last<PriceSnapshot>('prices')?.lastUpdated === before.lastUpdated);
      expect((await withdraw(wrong!.seq)).status).toBe(409);
      expect((await withdraw(1)).status).toBe(409);
      expect((await withdraw(999_999)).status).toBe(404);
      for (const seq of ['abc', '0', '-1', '1.5', '1e3', '9'.repeat(400), '%00']) {
        expect([seq, (await withdraw(seq)).status]).toEqual([seq, 400]);
      }
      expect((await withdraw(wrong!.seq, '?metal=tin')).status).toBe(400);
      expect((await own.call('post', `/admin/quotes/${wrong!.seq}/withdraw`)).status).toBe(403);
      expect((await own.call('get', '/admin/quotes')).status).toBe(403);
    });

    it('has a past, in steps', async () => {
      const ask = (query: Record<string, string>) => own.call('get', `/prices/history?${new URLSearchParams(query)}`);
      const [from, to] = [new Date(Date.now() - 3_600_000).toISOString(), new Date(Date.now() + 60_000).toISOString()];
      const { status: code, body } = await ask({ metal: 'gold', from, to, step: '60' });
      const points = body as HistoryPoint[];
      expect([code, points.at(-1)]).toMatchObject([200, { price: '600000', rate: 202_550 }]);
      expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).sort());
      const whole = { metal: 'silver', from, to, step: '3600' };
      expect(((await ask(whole)).body as HistoryPoint[]).length).toBeGreaterThan(0);
      for (const bad of [
        { metal: 'tin' },
        { from: to, to: from },
        { from: 'yesterday' },
        { step: '59' },
        { step: 'x' },
        { from: new Date(0).toISOString() },
        { from: new Date(Date.now() - 25 * 3_600_000).toISOString() },
        { from: new Date(Date.now() - 23 * 3_600_000).toISOString(), step: '60' },
      ]) {
        expect([bad, (await ask({ ...whole, ...bad })).status]).toEqual([bad, 400]);
      }
      expect((await own.call('get', '/prices/history')).status).toBe(400);
    });
  });

  describe('a custom table', () => {
    const create = (fields: object) =>
      admin.call('post', '/admin/custom-tables', { title: 'Coin', userId: own.userId, ...fields });
    const tableOf = ({ body }: { body: unknown }) => (body as { customTable: CustomTable }).customTable;
    const mine = async () => (await own.call('get', '/user/custom-tables/me')).body as CustomTable[];

    it('is made by an admin for a shop, and stands on its board within a second', async () => {
      const answer = await create({ title: ' Gold coin (8g) ', price: '126257.50' });
      expect([answer.status, (answer.body as { message: string }).message]).toEqual([
        201,
        'Custom table created successfully!',
      ]);
      const table = tableOf(answer);
      expect(table).toMatchObject({
        title: 'Gold coin (8g)',
        price: 126_257.5,
        userId: { _id: own.userId, username: 'laxmi', shop_name: '' },
      });
      await until(() => last<CustomTable[]>('custom-tables')?.some(({ price }) => price === 126_257.5));
      expect(await mine()).toEqual([{ ...table, userId: own.userId }]);
      for (const path of ['/admin/custom-tables', `/admin/custom-tables/user/${own.userId}`]) {
        expect((await admin.call('get', path)).body).toEqual([table]);
      }
      const ofOther = await admin.call('get', `/admin/custom-tables/user/${other.userId}`);
      expect([ofOther.status, ofOther.body]).toEqual([200, []]);
      expect((await admin.call('get', `/admin/custom-tables/user/${'f'.repeat(24)}`)).status).toBe(404);
    });

    it('is made once, however often that is asked for with one key', async () => {
      const make = (key: string, fields: object, by = admin) =>
        by.call('post', '/admin/custom-tables', { title: 'Once', userId: own.userId, ...fields }, { 'idempotency-key': key });
      const before = (await mine()).length;
      const key = `once-${'k'.repeat(16)}`;
      const answers = await Promise.all(Array.from({ length: 4 }, () => make(key, { price: 5 })));
      answers.push(await make(key, { price: 5 }));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
      const ids = new Set(answers.map((answer) => tableOf(answer).id));
      expect([ids.size, (await mine()).length]).toEqual([1, before + 1]);
      for (const fields of [{ title: 'Other' }, { userId: other.userId }]) {
        expect(await make(key, fields)).toMatchObject({ status: 409, body: { message: texts.errors.keyUsed } });
      }
      expect((await make('no key', {})).status).toBe(400);
      await admin.call('post', '/admin/create', { username: 'colleague', password: PASSWORD });
      const colleague = await signIn(w.product.url, 'colleague', PASSWORD);
      const others = [await make(`${key}-2`, {}), await make(key, {}, colleague)];
      expect(others.map(({ status }) => status)).toEqual([201, 201]);
      for (const answer of others) ids.add(tableOf(answer).id);
      expect([ids.size, (await mine()).length]).toEqual([3, before + 3]);
      for (const id of ids) await admin.call('delete', `/admin/custom-tables/${id}`);
    });

    it('is priced by its shop, and by no other', async () => {
      const [table] = (await mine()) as [CustomTable];
      const set = (caller: SignedInCaller, price: unknown) =>
        caller.call('put', `/user/custom-tables/${table.id}/price`, { price });
      expect((await set(other, 1)).status).toBe(403);
      expect((await mine())[0]).toEqual(table);
      const answer = await set(own, '99999.99');
      expect([answer.status, (answer.body as { message: string }).message]).toEqual([200, 'Price updated successfully!']);
      await until(() => last<CustomTable[]>('custom-tables')?.[0]?.price === 99_999.99);
      expect((await set(admin, 5)).status).toBe(200);
      for (const price of [...WEIRD.filter((value) => value !== 0 && value !== 1.5), 0.001, 1_000_000_000, '1e3']) {
        await refuses(own, 'put', `/user/custom-tables/${table.id}/price`, { price }, 'price');
      }
      for (const price of [0, 0.01, 999_999_999.99]) expect((await set(own, price)).status).toBe(200);
    });

    it('keeps its bounds and its owner', async () => {
      const [table] = (await mine()) as [CustomTable];
      const update = (fields: object) => admin.call('put', `/admin/custom-tables/${table.id}`, fields);
      expect(tableOf(await create({ price: undefined, title: 'x'.repeat(120) })).price).toBe(0);
      for (const title of ['', '   ', 'x'.repeat(121), 'a\u0000b', null, 7, {}]) {
        await refuses(admin, 'post', '/admin/custom-tables', { title, userId: own.userId, price: 1 }, 'title');
        await refuses(admin, 'put', `/admin/custom-tables/${table.id}`, { title }, 'title');
      }
      for (const price of ['abc', -0.01, 1e9, 1.234])
        await refuses(admin, 'post', '/admin/custom-tables', { title: 'x', userId: own.userId, price }, 'price');
      for (const userId of ['1', null, { $ne: null }])
        await refuses(admin, 'post', '/admin/custom-tables', { title: 'x', userId }, 'userId');
      expect((await create({ userId: 'a'.repeat(24) })).status).toBe(404);
      expect((await create({ userId: admin.userId })).status).toBe(404);
      await refuses(admin, 'put', `/admin/custom-tables/${table.id}`, { title: 'x', userId: other.userId }, 'userId');
      expect(await mine()).toContainEqual(table);
      expect(tableOf(await update({ title: 'New', userId: own.userId, price: '7' }))).toMatchObject({ title: 'New', price: 7 });
      const gone = await admin.call('delete', `/admin/custom-tables/${table.id}`);
      expect(gone).toMatchObject({ status: 200, body: { message: 'Custom table deleted successfully!' } });
      for (const again of [await update({ title: 'x' }), await admin.call('delete', `/admin/custom-tables/${table.id}`)]) {
        expect(again.status).toBe(404);
      }
      await until(() => last<CustomTable[]>('custom-tables')?.every(({ id }) => id !== table.id));
    });

    it('is one of at most 96 of a shop, also when they are made at once', async () => {
      const have = (await mine()).length;
      const answers = await Promise.all(Array.from({ length: 110 }, (_, turn) => create({ title: `Row ${turn}` })));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(limits.customTable.perShop - have);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(110 - limits.customTable.perShop + have);
      expect(await mine()).toHaveLength(limits.customTable.perShop);
    });
  });
});
