import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Admin, ListedSessions, type ShopDashboard, SignedIn } from '@sarafa/contracts';
import {
  addShops,
  caller,
  changeShop,
  comeAgain,
  EventStream,
  type RunningApp,
  signIn,
  type SignedInCaller,
  signingKey,
  startApp,
  until,
} from '@sarafa/testing';
import { decodeJwt, importJWK, SignJWT } from 'jose';
import { harness, type Harness, QUICK } from '../shared/harness.js';

const PASSWORD = 'password of a shop';
/** How long an older token may still be accepted, at every gateway (rule 2.6 says seconds). */
const FORGOTTEN_WITHIN_MS = 2_000;
const DAY_MS = 86_400_000;

describe('accounts', () => {
  let w: Harness;
  let admin: SignedInCaller;
  /** Another replica of the gateway. */
  let secondGateway: RunningApp;
  let count = 0;

  beforeAll(async () => {
    w = await harness({ pace: QUICK });
    admin = await w.admin();
    secondGateway = await startApp('gateway', { env: { NATS_URL: w.nats.url, SESSIONS_SEEN_MS: '200' } });
  });

  afterAll(async () => {
    await secondGateway.stop('SIGKILL');
    await w.end();
  });

  const createShop = async (fields: object = {}) => {
    const sent = { username: `shop.${++count}`, password: PASSWORD, shop_name: 'Laxmi Jewellers', ...fields };
    const { status, body } = await admin.call('post', '/user/create', sent);
    expect([status, (body as { message: string }).message]).toEqual([201, 'User created successfully']);
    return (body as { user: ShopDashboard }).user;
  };
  const createAdmin = async (username = `admin.${++count}`) => {
    const { body } = await admin.call('post', '/admin/create', { username, password: PASSWORD });
    return (body as { admin: Admin }).admin;
  };
  const update = (id: string, fields: object) => admin.call('put', `/user/update/${id}`, fields);
  const shopOf = async (id: string) =>
    ((await admin.call('get', '/user/list')).body as ShopDashboard[]).find((shop) => shop.id === id);

  it('makes a shop with the defaults and a year’s subscription', async () => {
    const shop = await createShop();
    expect(shop).toMatchObject({
      _id: shop.id,
      role: 'user',
      layout_orientation: 'horizontal',
      gold_margin: 0,
      ads_enabled: true,
      default_mute_state: true,
      price_update_interval: 300_000,
      ...{ dynamic_price_interval: 5, own_dynamic_price_interval: null },
      price_display_time: 60,
      ad_display_time: 30,
      isSubscriptionValid: true,
      isSubscriptionExpired: false,
    });
    const days = (Date.parse(shop.subscription_end_date) - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(364.9);
    expect(days).toBeLessThan(366.1);
    expect(await shopOf(shop.id)).toEqual(shop);
    expect(JSON.stringify(shop)).not.toMatch(/password|credentials|hash/);
    expect((await w.get(`/user/dashboard/${shop.id}`)).status).toBe(200);
  });

  it('makes exactly one account of fifty creations of one username, however it is spelled', async () => {
    const spelled = (turn: number) => (turn % 2 ? 'Raced.Name' : 'raced.name');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => {
        const sent = { username: spelled(turn), password: PASSWORD };
        // A slow machine can't hash fifty passwords in the time of a request. By its key, a creation that is repeated is the same
        // one.
        const key = { 'idempotency-key': randomUUID() };
        return comeAgain(() => admin.call('post', turn % 3 ? '/user/create' : '/admin/create', sent, key));
      }),
    );
    const made = answers.filter(({ status }) => status === 201);
    const others = answers.filter(({ status }) => status !== 201);
    expect(made).toHaveLength(1);
    for (const { status, body } of others) {
      expect([status, (body as { message: string }).message]).toEqual([409, 'This username is taken']);
    }
    const stored = await w.db.collection('accounts').countDocuments({ username: /^raced\.name$/i });
    expect(stored).toBe(1);
  });

  it('refuses a username that is taken, and changes nothing then', async () => {
    const [one, two] = [await createShop(), await createShop()];
    const { status } = await update(two.id, { username: one.username.toUpperCase(), gold_margin: 3 });
    expect(status).toBe(409);
    expect(await shopOf(two.id)).toEqual(two);
    // One's own username in another spelling isn't taken.
    expect((await update(two.id, { username: two.username.toUpperCase() })).status).toBe(200);
  });

  it('counts only fields that are not empty, and takes text for numbers and switches', async () => {
    const shop = await createShop({ shop_name: 'Before' });
    const form = new FormData();
    const fields = {
      username: '',
      password: '',
      shop_name: '',
      gold_margin: '2.5',
      ads_enabled: 'false',
      ad_display_time: '45',
    };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const { status, body } = await update(shop.id, form);
    expect([status, (body as { message: string }).message]).toEqual([200, 'User profile and settings updated successfully!']);
    expect((body as { user: ShopDashboard }).user).toEqual({
      ...shop,
      gold_margin: 2.5,
      ads_enabled: false,
      ad_display_time: 45,
    });
    await signIn(w.product.url, shop.username, PASSWORD);
  });

  it('lists five thousand shops in one answer', async () => {
    const found = ((await admin.call('get', '/user/list')).body as ShopDashboard[]).length;
    await addShops(
      w.db,
      Array.from({ length: 5_000 }, () => ({})),
    );
    const list = (await admin.call('get', '/admin/users')).body as ShopDashboard[];
    expect(list).toHaveLength(found + 5_000);
    expect(new Set(list.map(({ id }) => id)).size).toBe(found + 5_000);
    await w.db.collection('accounts').deleteMany({ password_hash: 'nobody signs in' });
  });

  it('answers at a glance how shops and boards do', async () => {
    const before = (await admin.call('get', '/admin/overview')).body as { shops: Record<string, number>; boardsOpen: number };
    const shops = await Promise.all([createShop(), createShop(), createShop(), createShop()]);
    const [, soon, past, ended] = shops as [ShopDashboard, ShopDashboard, ShopDashboard, ShopDashboard];
    await changeShop(w.db, soon.id, { subscription_end_date: new Date(Date.now() + 29 * DAY_MS) });
    await changeShop(w.db, past.id, { subscription_end_date: new Date(Date.now() - 1_000) });
    await admin.call('put', `/user/${ended.id}/subscription`, { active: false });
    const streams = await Promise.all([
      EventStream.open(`${w.product.url}/boards/${soon.id}/events`),
      EventStream.open(`${w.product.url}/boards/${soon.id}/events`),
      EventStream.open(`${secondGateway.url}/boards/${past.id}/events`),
    ]);
    const { body } = await admin.call('get', '/admin/overview');
    expect(body).toMatchObject({
      shops: {
        total: before.shops['total']! + 4,
        active: before.shops['active']! + 2,
        expiring: before.shops['expiring']! + 1,
        expired: before.shops['expired']! + 2,
      },
      boardsOpen: before.boardsOpen + 3,
    });
    expect((body as { openShops: string[] }).openShops.sort()).toEqual([soon.id, past.id].sort());
    for (const stream of streams) stream.close();
  });

  it('ends a subscription at once, restores it, and renews one whose end has passed', async () => {
    const shop = await createShop();
    const set = async (active: boolean) =>
      ((await admin.call('put', `/user/${shop.id}/subscription`, { active })).body as { user: ShopDashboard }).user;
    expect(await set(false)).toMatchObject({ isSubscriptionValid: false, isSubscriptionExpired: false });
    expect((await w.get(`/prices/user/${shop.id}`)).status).toBe(403);
    // The shop can still sign in.
    const own = await signIn(w.product.url, shop.username, PASSWORD);
    expect((await own.call('get', '/user/profile/me')).body).toMatchObject({ isSubscriptionValid: false });
    expect(await set(true)).toMatchObject({ isSubscriptionValid: true, subscription_end_date: shop.subscription_end_date });
    await changeShop(w.db, shop.id, { subscription_end_date: new Date(Date.now() - DAY_MS) });
    const renewed = await set(true);
    expect(renewed.isSubscriptionValid).toBe(true);
    const days = (Date.parse(renewed.subscription_end_date) - Date.now()) / DAY_MS;
    expect(Math.round(days)).toBeGreaterThanOrEqual(365);
    expect((await w.get(`/prices/user/${shop.id}`)).status).toBe(200);
  });

  it('shows every change on open boards within a second, through every gateway', async () => {
    const shop = await createShop();
    const own = await signIn(w.product.url, shop.username, PASSWORD);
    const streams = await Promise.all(
      [w.product.url, secondGateway.url].map((url) => EventStream.open(`${url}/boards/${shop.id}/events`)),
    );
    const profile = (stream: EventStream) => stream.since(0, 'profile').at(-1)?.data as ShopDashboard | undefined;
    const shows = async (change: () => Promise<{ status: number }>, expected: object) => {
      const from = performance.now();
      expect((await change()).status).toBe(200);
      for (const stream of streams) {
        await until(
          () => Object.entries(expected).every(([field, value]) => profile(stream)?.[field as 'id'] === value),
          1_000,
        );
      }
      expect(performance.now() - from).toBeLessThan(1_000);
    };
    const { id } = shop;
    await shows(() => update(id, { layout_orientation: 'vertical', gold_22k_enabled: false, dynamic_price_interval: 15 }), {
      layout_orientation: 'vertical',
      gold_22k_enabled: false,
      ...{ dynamic_price_interval: 15, own_dynamic_price_interval: 15 },
    });
    const providers = { dynamic_price_interval: 5, own_dynamic_price_interval: null };
    await shows(() => update(id, { dynamic_price_interval: null }), providers);
    await shows(() => own.call('put', `/user/profile-settings/${id}`, { gold_margin: 1.5, rates_over_ads: false }), {
      gold_margin: 1.5,
      rates_over_ads: false,
    });
    await shows(() => own.call('put', `/user/mute-state/${id}`, { default_mute_state: 'false' }), {
      default_mute_state: false,
    });
    await shows(() => own.call('put', '/user/display-times', { ad_display_time: 7, price_display_time: 90 }), {
      ad_display_time: 7,
      price_display_time: 90,
    });
    await shows(() => own.call('put', '/advertisements/toggle-ads', { ads_enabled: false }), { ads_enabled: false });
    await shows(() => admin.call('put', `/user/${id}/subscription`, { active: false }), { isSubscriptionValid: false });
    for (const stream of streams) stream.close();
  });

  /** The same token without `sid`, signed with the product's own key. */
  const tokenWithoutSession = async (token: string) => {
    const { kid, jwk } = await signingKey(w.db);
    const { sid: _, ...claims } = decodeJwt(token);
    return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(await importJWK(jwk, 'ES256'));
  };

  describe('tokens of before', () => {
    /** Measured from the answer of the write. */
    const areForgotten = async (token: string) => {
      await Promise.all(
        [w.product.url, secondGateway.url].map((url) =>
          until(async () => (await caller(url, token).call('get', '/auth/me')).status === 401, FORGOTTEN_WITHIN_MS),
        ),
      );
    };

    it.each([
      ['a new password', (id: string) => update(id, { password: 'another password' })],
      ['a logout', (_: string, own: SignedInCaller) => own.call('post', '/auth/logout')],
      ['a sign-out everywhere', (_: string, own: SignedInCaller) => own.call('post', '/auth/logout-all')],
      [
        'a new password of one’s own',
        (_: string, own: SignedInCaller) =>
          own.call('put', '/auth/password', { current_password: PASSWORD, password: 'another password' }),
      ],
      ['a deletion', (id: string) => admin.call('delete', `/user/delete/${id}`)],
    ])('are worth nothing after %s, on every gateway', async (_, act) => {
      const shop = await createShop();
      const own = await signIn(w.product.url, shop.username, PASSWORD);
      for (const url of [w.product.url, secondGateway.url]) {
        expect((await caller(url, own.token).call('get', '/auth/me')).body).toMatchObject({ id: shop.id, role: 'user' });
      }
      expect((await act(shop.id, own)).status).toBe(200);
      await areForgotten(own.token);
    });

    it('are worth nothing after the end of their session, and those of other sessions stay good', async () => {
      const shop = await createShop();
      const [own, other] = [
        await signIn(w.product.url, shop.username, PASSWORD),
        await signIn(w.product.url, shop.username, PASSWORD),
      ];
      const { body } = await own.call('get', '/auth/sessions');
      const ended = (body as ListedSessions).find(({ current }) => !current)!;
      // Its name alone ends nothing for others.
      expect((await admin.call('delete', `/auth/sessions/${ended.id}`)).status).toBe(404);
      expect((await caller(secondGateway.url, other.token).call('get', '/auth/me')).status).toBe(200);
      expect((await own.call('delete', `/auth/sessions/${ended.id}`)).status).toBe(200);
      await areForgotten(other.token);
      expect((await caller(secondGateway.url, own.token).call('get', '/auth/me')).status).toBe(200);
      expect((await own.call('post', '/auth/logout')).body).toEqual({ message: 'Signed out' });
      await areForgotten(own.token);
    });

    it('that have no session are ended by their logout, with all others of the account', async () => {
      const shop = await createShop();
      const own = await signIn(w.product.url, shop.username, PASSWORD);
      // As the release before has signed it.
      const token = await tokenWithoutSession(own.token);
      expect((await caller(w.product.url, token).call('post', '/auth/logout')).status).toBe(200);
      await areForgotten(token);
      await areForgotten(own.token);
    });

    it('stay good when anything else changes', async () => {
      const shop = await createShop();
      const own = await signIn(w.product.url, shop.username, PASSWORD);
      expect((await update(shop.id, { username: `renamed.${count}`, gold_margin: 2 })).status).toBe(200);
      expect((await own.call('get', '/auth/me')).body).toMatchObject({ username: `renamed.${count}` });
    });

    it('have the role that an admin was given last, on every gateway', async () => {
      const { id, username } = await createAdmin();
      const own = await signIn(w.product.url, username, PASSWORD);
      // A malformed id: the role is asked for before it, and nothing is changed.
      const ask = async (url: string) => (await caller(url, own.token).call('put', '/user/update/no-id', {})).status;
      for (const [admin_role, status] of [
        ['viewer', 403],
        ['operator', 400],
        ['viewer', 403],
      ] as const) {
        expect((await admin.call('put', `/admin/update/${id}`, { admin_role })).status).toBe(200);
        await Promise.all(
          [w.product.url, secondGateway.url].map((url) => until(async () => (await ask(url)) === status, FORGOTTEN_WITHIN_MS)),
        );
        expect((await own.call('get', '/auth/me')).body).toMatchObject({ id, role: 'admin', admin_role });
      }
    });

    it('of an admin go with a new password and with its deletion', async () => {
      const made = await createAdmin();
      const first = await signIn(w.product.url, made.username, PASSWORD);
      await admin.call('put', `/admin/update/${made.id}`, { password: 'another password' });
      await areForgotten(first.token);
      const second = await signIn(w.product.url, made.username, 'another password');
      expect((await admin.call('delete', `/admin/delete/${made.id}`)).status).toBe(200);
      await areForgotten(second.token);
    });
  });

  it('lists where an account is signed in, and when each was seen last, at any gateway', async () => {
    const shop = await createShop();
    const phone =
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
    const login = { username: shop.username, password: PASSWORD };
    const { body } = await caller(w.product.url).call('post', '/auth/login', login, { 'user-agent': phone });
    const own = caller(secondGateway.url, SignedIn.parse(body).token);
    const other = await signIn(w.product.url, shop.username, PASSWORD);
    const list = async (path = '') => ListedSessions.parse((await own.call('get', `/auth/sessions${path}`)).body);
    expect((await list()).map(({ device, address, current }) => [device, address, current])).toEqual([
      ['Unknown device', '127.0.0.0/24', false],
      ['Chrome on Android', '127.0.0.0/24', true],
    ]);
    const long = new Date(Date.now() - 3_600_000);
    await w.db.collection('accounts').updateOne({ username: shop.username }, { $set: { 'sessions.$[].seen_at': long } });
    const seen = await until(async () => {
      const sessions = await list();
      return sessions[0]!.seen_at === long.toISOString() ? undefined : sessions;
    });
    expect(seen.map(({ current, seen_at }) => [current, seen_at === long.toISOString()])).toEqual([
      [true, false],
      [false, true],
    ]);
    const ofShop = (await admin.call('get', `/auth/sessions?userId=${shop.id}`)).body as ListedSessions;
    expect(ofShop.map(({ current }) => current)).toEqual([false, false]);
    expect((await other.call('get', `/auth/sessions?userId=${admin.userId}`)).status).toBe(403);
    expect((await admin.call('get', '/auth/sessions?userId=x')).status).toBe(400);
    expect((await admin.call('get', `/auth/sessions?userId=${'a'.repeat(24)}`)).status).toBe(404);
  });

  it('keeps an admin, whoever deletes whom', async () => {
    const self = await admin.call('delete', `/admin/delete/${admin.userId}`);
    expect([self.status, (self.body as { message: string }).message]).toEqual([409, 'You can’t delete yourself']);
    for (const { id } of (await admin.call('get', '/admin/list')).body as Admin[]) {
      if (id !== admin.userId) expect((await admin.call('delete', `/admin/delete/${id}`)).status).toBe(200);
    }
    let last = admin;
    for (let round = 0; round < 8; round++) {
      const username = `round.${round}`;
      await last.call('post', '/admin/create', { username, password: PASSWORD });
      const other = await signIn(w.product.url, username, PASSWORD);
      const answers = await Promise.all([
        last.call('delete', `/admin/delete/${other.userId}`),
        other.call('delete', `/admin/delete/${last.userId}`),
      ]);
      const [lastStays, otherStays] = [answers[1].status !== 200, answers[0].status !== 200];
      expect([round, lastStays || otherStays]).toEqual([round, true]);
      for (const { status } of answers) expect([200, 409, 401]).toContain(status);
      if (lastStays && otherStays) expect((await last.call('delete', `/admin/delete/${other.userId}`)).status).toBe(200);
      if (!lastStays) last = other;
    }
    expect(((await last.call('get', '/admin/list')).body as Admin[]).map(({ id }) => id)).toEqual([last.userId]);
  });
});
