import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { profilesComplete, shopProfile } from '@sarafa/contracts';
import { Bus, Metrics, type Running, StateCache } from '@sarafa/server';
import { addShops, changeShop, natsAndMongo, type Servers, until } from '@sarafa/testing';
import { verify } from '@node-rs/argon2';
import mongoose from 'mongoose';
import { UsersAudit } from '../audit/users-audit.repository.js';
import { usersApp } from '../users.app.js';
import { ACCOUNT, type Account, AccountSchema } from './account.schema.js';
import { AccountsRepository } from './accounts.repository.js';

describe('accounts', () => {
  let servers: Servers;
  let bus: Bus;
  let state: StateCache;
  let running: Running[] = [];

  beforeAll(async () => {
    servers = await natsAndMongo();
  });

  afterAll(() => servers.remove());

  beforeEach(async () => {
    await servers.db.dropDatabase();
    bus = await Bus.connect(servers.nats.url, 'spec');
    state = new StateCache(bus);
  });

  afterEach(async () => {
    await Promise.all(running.map((app) => app.close()));
    running = [];
    state.onApplicationShutdown();
    await bus.close();
  });

  const start = async (env: Record<string, string> = {}) => {
    const config = usersApp.config.parse({ ...servers.env, ...env });
    running.push(await usersApp.start(config));
  };
  const accounts = (filter: object) => servers.db.collection('accounts').find(filter).toArray();

  it('have one first admin, however many replicas start at once', async () => {
    const env = { ADMIN_USERNAME: 'Owner', ADMIN_PASSWORD: 'a long password' };
    await Promise.all([start(env), start(env), start(env)]);
    await until(async () => (await accounts({ role: 'admin' })).length > 0);
    await until(async () => (await accounts({ unpublished: true })).length === 0);
    const admins = await accounts({});
    expect(admins).toMatchObject([{ role: 'admin', username: 'Owner' }]);
    expect(await verify(admins[0]!['password_hash'] as string, 'a long password')).toBe(true);
    expect(admins[0]!['password_hash']).toMatch(/^\$argon2id\$/);
  });

  it('make no admin where there is one', async () => {
    await start({ ADMIN_USERNAME: 'first' });
    await until(async () => (await accounts({ role: 'admin' })).length === 1);
    await start({ ADMIN_USERNAME: 'second', DEMO_SHOP: 'true' });
    await until(async () => (await accounts({ role: 'user' })).length === 1);
    expect(await accounts({ role: 'admin' })).toMatchObject([{ username: 'first' }]);
  });

  it('take a demo shop with the defaults of a new shop, and keep it over starts', async () => {
    await start({ DEMO_SHOP: 'true' });
    const [shop] = await until(async () => {
      const found = await accounts({ role: 'user' });
      return found.length > 0 ? found : undefined;
    });
    const profile = await until(() => state.load(shopProfile, shop!._id.toString()).catch(() => null));
    expect(profile).toMatchObject({
      layout_orientation: 'horizontal',
      city: 'Mumbai',
      ads_enabled: true,
      default_mute_state: true,
      rates_over_ads: true,
      price_update_interval: 300_000,
      price_display_time: 60,
      ad_display_time: 30,
      gold_margin: 0,
      subscription_active: true,
    });
    const days = (Date.parse(profile.subscription_end_date) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(364);
    expect(days).toBeLessThan(367);
    await start({ DEMO_SHOP: 'true' });
    await until(async () => (await accounts({ unpublished: true })).length === 0);
    expect(await accounts({ role: 'user' })).toHaveLength(1);
  });

  it('make no demo shop beside others: an admin may have deleted it', async () => {
    await addShops(servers.db, [{ username: 'Laxmi' }]);
    await start({ DEMO_SHOP: 'true' });
    expect(await accounts({ role: 'admin' })).toHaveLength(1);
    expect(await accounts({ role: 'user' })).toMatchObject([{ username: 'Laxmi' }]);
  });

  it('take one spelling of a username', async () => {
    await start();
    await until(async () => (await accounts({ role: 'admin' })).length === 1);
    await addShops(servers.db, [{ username: 'Laxmi' }]);
    await expect(addShops(servers.db, [{ username: 'laxmi' }])).rejects.toThrow(/duplicate key/);
  });

  it('say when all of them are published: until then no board may be told that it has no shop', async () => {
    await start();
    await until(() => state.load(profilesComplete, '').catch(() => null));
    expect(await accounts({ unpublished: true })).toEqual([]);
  });

  it('are removed or put back, never both, when the refusal of a deletion meets its sweep', async () => {
    const db = await mongoose.createConnection(servers.mongo.url).asPromise();
    const model = db.model<Account>(ACCOUNT, AccountSchema);
    const config = usersApp.config.parse(servers.env);
    const repository = new AccountsRepository(model, new UsersAudit(db, model, config, new Metrics()));
    const deleted = async (username: string, unpublished: boolean) => {
      const { id } = await repository.create({ role: 'user', username, password_hash: 'none' });
      const before = (await repository.findWhole(id as string))!;
      await repository.updateByRole('user', id as string, { username });
      const change = { $set: { role: 'deleted', was: 'user', unpublished } };
      await db.collection('accounts').updateOne({ username }, change);
      return { before, after: (await repository.find(id as string))! };
    };
    const back = await deleted('back', true);
    expect(await repository.undo(back.before, back.after)).toBe(true);
    expect(await repository.claimRemoval(back.after)).toBe(false);
    // Once gateways have been told of it, it isn't put back: the log may have it by then.
    const told = await deleted('told', false);
    expect(await repository.undo(told.before, told.after)).toBe(false);
    const gone = await deleted('gone', false);
    expect(await repository.claimRemoval(gone.after)).toBe(true);
    expect(await repository.undo(gone.before, gone.after)).toBe(false);
    await db.close();
  });

  it('are published when they change, and an admin never is', async () => {
    await start();
    const [id] = (await addShops(servers.db, [{ shop_name: 'Before' }])) as [string];
    await until(async () => (await state.load(shopProfile, id).catch(() => null)) !== null || state.peek(shopProfile, id));
    await changeShop(servers.db, id, { shop_name: 'After' });
    await until(() => state.peek(shopProfile, id)?.shop_name === 'After');
    expect(JSON.stringify(state.peek(shopProfile, id))).not.toMatch(/password|credentials/);
    const [admin] = await accounts({ role: 'admin' });
    expect(await state.load(shopProfile, admin!._id.toString())).toBeNull();
  });
});
