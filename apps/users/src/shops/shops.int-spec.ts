import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  accountState,
  type Actor,
  type AppError,
  type Rpc,
  shopDeleted,
  type ShopProfile,
  shopProfile,
  texts,
  users,
} from '@sarafa/contracts';
import { Bus, Events, RpcClient, type Running, StateCache } from '@sarafa/server';
import { addShops, changeShop, natsAndMongo, type Servers, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { usersApp } from '../users.app.js';

const PASSWORD = 'a long password';
const ADMIN: Actor = { role: 'admin', id: 'b'.repeat(24) };
const PUBLIC: Actor = { role: 'public' };
const UNKNOWN = 'a'.repeat(24);
const DAY_MS = 86_400_000;

describe('shops', () => {
  let servers: Servers;
  let bus: Bus;
  let rpc: RpcClient;
  let state: StateCache;
  let app: Running;
  let count = 0;

  beforeAll(async () => {
    servers = await natsAndMongo();
    app = await usersApp.start(usersApp.config.parse(servers.env));
  });

  afterAll(async () => {
    await app.close();
    await servers.remove();
  });

  beforeEach(async () => {
    await servers.db.collection('accounts').deleteMany({ role: 'user' });
    bus = await Bus.connect(servers.nats.url, 'spec');
    rpc = new RpcClient(bus);
    state = new StateCache(bus);
  });

  afterEach(async () => {
    state.onApplicationShutdown();
    await bus.close();
  });

  const newId = () => new mongoose.Types.ObjectId().toHexString();
  const create = (fields: object = {}, id = newId()) =>
    rpc.call(users.createShop, { id, fields: { username: `shop.${++count}`, password: PASSWORD, ...fields } }, ADMIN);
  const update = (id: string, fields: object) => rpc.call(users.updateShop, { id, fields }, ADMIN);
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error as AppError,
    );
  /** Without what the log of changes takes out of it a moment later. */
  const stored = (id: string) =>
    servers.db.collection('accounts').findOne({ _id: new mongoose.Types.ObjectId(id) }, { projection: { audit: 0 } });
  const owner = ({ id }: { id: string }): Actor => ({ role: 'user', id });

  describe('that are made again with the key of the first try', () => {
    const OTHER_ADMIN: Actor = { role: 'admin', id: 'c'.repeat(24) };
    const make = (key: string | undefined, username: string, by = ADMIN, password = PASSWORD) =>
      rpc.call(users.createShop, { id: newId(), fields: { username, password }, key }, by);
    const newKey = () => `key-${newId()}`;
    const countOf = (username: string) => servers.db.collection('accounts').countDocuments({ username });

    it('are answered with the shop that is there, which stays as it is', async () => {
      const [key, username] = [newKey(), `shop.${++count}`];
      const first = await make(key, username);
      const before = await stored(first.id);
      expect(await make(key, username)).toEqual(first);
      expect([await countOf(username), await stored(first.id)]).toEqual([1, before]);
    });

    it('at the same moment are one', async () => {
      const [key, username] = [newKey(), `shop.${++count}`];
      const ids = new Set((await Promise.all([1, 2, 3].map(() => make(key, username)))).map(({ id }) => id));
      expect([ids.size, await countOf(username)]).toEqual([1, 1]);
    });

    it('are refused with another key, without one, by another admin and after a day', async () => {
      const [key, username] = [newKey(), `shop.${++count}`];
      const { id } = await make(key, username);
      const taken = { code: 'CONFLICT', message: texts.accounts.taken };
      expect(await refusal(make(newKey(), username))).toMatchObject(taken);
      expect(await refusal(make(undefined, username))).toMatchObject(taken);
      expect(await refusal(make(key, username, OTHER_ADMIN))).toMatchObject(taken);
      const yesterday = new Date(Date.now() - DAY_MS - 1_000);
      const made = { _id: new mongoose.Types.ObjectId(id) };
      await servers.db.collection('accounts').updateOne(made, { $set: { createdAt: yesterday } });
      expect(await refusal(make(key, username))).toMatchObject(taken);
    });

    it('are refused in words with another username, password, name or logo, and as an admin', async () => {
      const [key, username] = [newKey(), `shop.${++count}`];
      const { id } = await make(key, username);
      const before = await stored(id);
      const used = { code: 'CONFLICT', message: texts.errors.keyUsed };
      const fields = { username, password: PASSWORD };
      const corrected = [
        { fields: { ...fields, password: 'another long password' } },
        { fields: { ...fields, shop_name: 'Navkar' } },
        { fields, logo_url: '/media/logos/new.png' },
      ];
      for (const other of corrected) {
        expect(await refusal(rpc.call(users.createShop, { id: newId(), ...other, key }, ADMIN))).toMatchObject(used);
      }
      expect(await stored(id)).toEqual(before);
      // Nobody can say any more with what a changed one was made.
      await update(id, { shop_name: 'Navkar', password: 'the password of its owner' });
      expect((await make(key, username)).id).toBe(id);
      expect(await refusal(make(key, `shop.${++count}`))).toMatchObject(used);
      const asAdmin = rpc.call(users.createAdmin, { id: newId(), fields: { username, password: PASSWORD }, key }, ADMIN);
      expect(await refusal(asAdmin)).toMatchObject(used);
      expect(await countOf(`shop.${count}`)).toBe(0);
    });
  });

  it('have no password that guessing begins with, nor has an admin, whoever sets it', async () => {
    const { id } = await create();
    const before = await stored(id);
    const password = 'QwertyUiop';
    const set: [Rpc, object, Actor][] = [
      [users.createShop, { id: newId(), fields: { username: `shop.${++count}`, password } }, ADMIN],
      [users.updateShop, { id, fields: { password } }, ADMIN],
      [users.createAdmin, { id: newId(), fields: { username: `admin.${count}`, password } }, ADMIN],
      [users.changePassword, { current_password: PASSWORD, password }, { role: 'user', id }],
    ];
    const message = texts.accounts.commonPassword;
    for (const [call, input, actor] of set) {
      const refused = await refusal(rpc.call(call, input, actor));
      expect([call.subject, refused]).toMatchObject([
        call.subject,
        { code: 'INVALID_INPUT', message, details: [{ path: 'password', message }] },
      ]);
    }
    expect(await stored(id)).toEqual(before);
    expect(await servers.db.collection('accounts').countDocuments({ username: { $regex: `[.]${count}$` } })).toBe(0);
  });

  describe('are changed only by whom the rules allow, also past the gateway', () => {
    const margins = { gold_margin: 1 };
    const calls = (id: string): Record<'provider' | 'admin' | 'owner or admin' | 'owner' | 'nobody', [Rpc, unknown][]> => ({
      provider: [[users.deleteShop, { id }]],
      admin: [
        [users.listShops, {}],
        [users.countShops, {}],
        [users.countShopsOfRateList, { rate_list_id: id }],
        [users.createShop, { id: newId(), fields: { username: 'sneaked.in', password: PASSWORD } }],
        [users.updateShop, { id, fields: { sell_margin: 9 } }],
        [users.setSubscription, { id, fields: { active: true } }],
      ],
      'owner or admin': [
        [users.getShop, { id }],
        [users.setProfileSettings, { id, fields: margins }],
        [users.setMuteState, { id, fields: { default_mute_state: false } }],
      ],
      owner: [
        [users.setDisplayTimes, { ad_display_time: 9 }],
        [users.setAdsEnabled, { ads_enabled: false }],
      ],
      // Until the shop may set a list of its own.
      nobody: [[users.useOwnRateList, { id }]],
    });

    it.each([
      ['the public', () => PUBLIC, ['provider', 'admin', 'owner or admin', 'owner', 'nobody']],
      ['a shop itself', (id: string): Actor => ({ role: 'user', id }), ['provider', 'admin', 'nobody']],
      ['another shop', (): Actor => ({ role: 'user', id: newId() }), ['provider', 'admin', 'owner or admin', 'nobody']],
      ['an operator', (): Actor => ({ ...ADMIN, admin_role: 'operator' }), ['provider', 'owner', 'nobody']],
      ['an owner of the provider', () => ADMIN, ['owner', 'nobody']],
    ] as const)('%s', async (_, actorOf, closed) => {
      const shop = await create();
      const before = await stored(shop.id);
      for (const kind of closed) {
        for (const [call, input] of calls(shop.id)[kind]) {
          const refused = await refusal(rpc.call(call, input, actorOf(shop.id)));
          expect([call.subject, refused?.code]).toEqual([call.subject, 'FORBIDDEN']);
        }
      }
      expect(await stored(shop.id)).toMatchObject({ rev: before!['rev'] as number, sell_margin: 0, gold_margin: 0 });
      expect(await servers.db.collection('accounts').countDocuments({ username: 'sneaked.in' })).toBe(0);
    });

    it('and the others may', async () => {
      const shop = await create();
      for (const [call, input] of calls(shop.id)['owner or admin']) {
        for (const actor of [owner(shop), ADMIN]) expect(await rpc.call(call, input, actor)).toMatchObject({ id: shop.id });
      }
      for (const [call, input] of calls(shop.id).owner) await rpc.call(call, input, owner(shop));
      expect(await stored(shop.id)).toMatchObject({
        ...{ gold_margin: 1, default_mute_state: false },
        ...{ ad_display_time: 9, ads_enabled: false },
      });
    });
  });

  it('are made whole: on their board and able to sign in when the answer comes', async () => {
    const shop = await create({ username: 'Laxmi', shop_name: 'Laxmi Jewellers' });
    expect(await state.load(shopProfile, shop.id)).toEqual(shop);
    expect(await state.load(accountState, shop.id)).toMatchObject({ role: 'user', username: 'Laxmi', credentials_version: 1 });
    expect(await rpc.call(users.verifyPassword, { username: 'LAXMI', password: PASSWORD }, PUBLIC)).toEqual({
      ...{ id: shop.id, role: 'user', credentials_version: 1 },
    });
    expect(JSON.stringify(await stored(shop.id))).not.toContain(PASSWORD);
    expect(await rpc.call(users.getLogo, { id: shop.id }, PUBLIC)).toEqual({ logo_url: '' });
  });

  it('refuse a taken name and change nothing then', async () => {
    const [one, two] = [await create(), await create()];
    const refused = await refusal(update(two.id, { username: one.username.toUpperCase(), gold_margin: 3 }));
    expect(refused).toMatchObject({ code: 'CONFLICT', details: [{ path: 'username', message: texts.accounts.taken }] });
    expect(await rpc.call(users.getShop, { id: two.id }, ADMIN)).toEqual(two);
    expect((await refusal(create({ username: 'admin' })))?.code).toBe('CONFLICT');
  });

  it('lose no change when many are made at once, and publish the last', async () => {
    const shop = await create();
    const fields = ['gold_24k_enabled', 'gold_22k_enabled', 'gold_18k_enabled', 'silver_enabled', 'rates_over_ads'];
    await Promise.all(fields.map((field) => update(shop.id, { [field]: false })));
    const expected = Object.fromEntries(fields.map((field) => [field, false]));
    expect(await stored(shop.id)).toMatchObject({ rev: 1 + fields.length, ...expected });
    await until(() => state.load(shopProfile, shop.id).then((profile) => fields.every((name) => !profile![name as 'id'])));
  });

  it('are not found where there is none, or where the id is an admin’s', async () => {
    const first = (await servers.db.collection('accounts').findOne({ role: 'admin' }))!._id.toString();
    for (const id of [UNKNOWN, first]) {
      for (const call of [
        rpc.call(users.getShop, { id }, ADMIN),
        update(id, { gold_margin: 1 }),
        rpc.call(users.setSubscription, { id, fields: { active: true } }, ADMIN),
        rpc.call(users.setSubscription, { id, fields: { active: false } }, ADMIN),
        rpc.call(users.setMuteState, { id, fields: { default_mute_state: true } }, ADMIN),
        rpc.call(users.deleteShop, { id }, ADMIN),
      ]) {
        expect(await refusal(call)).toMatchObject({ code: 'NOT_FOUND', message: texts.users.notFound });
      }
    }
    expect((await refusal(rpc.call(users.setAdsEnabled, { ads_enabled: true }, owner({ id: UNKNOWN }))))?.code).toBe(
      'NOT_FOUND',
    );
  });

  it.each([499, 500, 501, 1_000])('of which there are %i come page by page, each once, in order', async (total) => {
    const ids = await addShops(
      servers.db,
      Array.from({ length: total }, () => ({})),
    );
    // Who is no shop stands behind them all.
    await addShops(servers.db, [{ role: 'viewer', unpublished: false }]);
    const found: ShopProfile[] = [];
    let pages = 0;
    for (let after: string | null | undefined; after !== null; pages++) {
      const from = after ? { after } : {};
      // A slow machine may take more than a call's three seconds for a page.
      const page: { shops: ShopProfile[]; next: string | null } = await until(() => rpc.call(users.listShops, from, ADMIN));
      found.push(...page.shops);
      after = page.next;
    }
    expect(found.map(({ id }) => id)).toEqual([...ids].sort());
    expect(pages).toBe(Math.floor(total / 500) + 1);
  });

  it('whose subscription is overdue are renewed for a year from now, and others keep their end', async () => {
    const shop = await create();
    const set = (active: boolean) => rpc.call(users.setSubscription, { id: shop.id, fields: { active } }, ADMIN);
    expect(await set(false)).toEqual({ ...shop, subscription_active: false });
    expect(await set(true)).toEqual(shop);
    await changeShop(servers.db, shop.id, {
      subscription_end_date: new Date(Date.now() - 400 * DAY_MS),
      subscription_active: false,
    });
    const { subscription_active, subscription_end_date } = await set(true);
    const expected = new Date();
    expected.setUTCFullYear(expected.getUTCFullYear() + 1);
    expect(subscription_active).toBe(true);
    expect(Math.abs(Date.parse(subscription_end_date) - expected.getTime())).toBeLessThan(10_000);
    // Ending a subscription that is overdue leaves its end date as it was.
    const past = new Date(Date.now() - DAY_MS);
    await changeShop(servers.db, shop.id, { subscription_end_date: past });
    expect(await set(false)).toMatchObject({ subscription_active: false, subscription_end_date: past.toISOString() });
  });

  it('are counted by how their subscriptions stand', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
    await addShops(servers.db, [
      {},
      { subscription_end_date: inDays(29) },
      { subscription_end_date: inDays(31) },
      { subscription_end_date: inDays(-1) },
      { subscription_active: false },
    ]);
    expect(await rpc.call(users.countShops, {}, ADMIN)).toEqual({ total: 5, active: 3, expiring: 1, expired: 2 });
  });

  it('that are deleted are told of until heard, and leave nothing here', async () => {
    const shop = await create({ username: 'doomed' });
    const told: string[] = [];
    const events = new Events(bus);
    events.hear(shopDeleted, 'spec', async ({ id }) => {
      if (told.push(id) === 1) throw new Error('not this time');
    });
    await rpc.call(users.deleteShop, { id: shop.id }, ADMIN);
    expect(await state.load(shopProfile, shop.id)).toBeNull();
    expect(await state.load(accountState, shop.id)).toBeNull();
    expect(await rpc.call(users.getLogo, { id: shop.id }, PUBLIC)).toEqual({ logo_url: null });
    for (const call of [
      rpc.call(users.verifyPassword, { username: 'doomed', password: PASSWORD }, PUBLIC),
      rpc.call(users.verifyPassword, { username: `#${shop.id}`, password: '' }, PUBLIC),
    ]) {
      expect((await refusal(call))?.code).toBe('UNAUTHENTICATED');
    }
    await rpc.call(users.endSessions, {}, owner(shop));
    await until(() => told.length >= 2);
    expect(told.slice(0, 2)).toEqual([shop.id, shop.id]);
    await until(async () => (await stored(shop.id)) === null);
    expect((await refusal(rpc.call(users.deleteShop, { id: shop.id }, ADMIN)))?.code).toBe('NOT_FOUND');
    await create({ username: 'DOOMED' });
    await events.onApplicationShutdown();
  });
});
