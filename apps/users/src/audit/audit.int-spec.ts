import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Actor, audit, type AuditEntry, type Rpc, users } from '@sarafa/contracts';
import { Bus, callerHeader, handledSubjects, newAppContext, RpcClient, type Running, withRequest } from '@sarafa/server';
import { addShops, natsAndMongo, type Servers, totpCode, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { PASSKEY_HOST, SoftAuthenticator } from '../testing/soft-authenticator.js';
import { usersApp } from '../users.app.js';
import { UsersModule } from '../users.module.js';

const PASSWORD = 'a long password';
const NEW_PASSWORD = 'another long password';
const ADMIN: Actor = { role: 'admin', id: 'b'.repeat(24) };
const PUBLIC: Actor = { role: 'public' };
const CALLER = { username: 'asha', device: 'Chrome on Windows', address: '203.0.113.0/24' };
const ORIGIN = { device: 'Firefox on Linux', address: '198.51.100.0/24' };
const SESSION = { ...ORIGIN, lifeS: { admin: 3_600, user: 3_600 } };

interface Shop {
  readonly id: string;
  readonly username: string;
}
type Expected = Partial<AuditEntry> & { readonly action: string };

describe("the users' part of the log of changes", () => {
  let servers: Servers;
  let bus: Bus;
  let rpc: RpcClient;
  let app: Running;
  let count = 0;
  /** The last entry of what was done before. */
  let forgotten = '';

  beforeAll(async () => {
    servers = await natsAndMongo();
    app = await usersApp.start(usersApp.config.parse(servers.env));
    bus = await Bus.connect(servers.nats.url, 'spec');
    rpc = new RpcClient(bus);
  });

  afterAll(async () => {
    await bus.close();
    await app.close();
    await servers.remove();
  });

  beforeEach(() => forget());

  const newId = () => new mongoose.Types.ObjectId().toHexString();
  const call = <I, O>(asked: Rpc<I, O>, input: unknown, actor: Actor = ADMIN) =>
    withRequest({ caller: callerHeader(CALLER) }, () => rpc.call(asked, input, actor));
  const all = (query: object = {}) => rpc.call(audit.users, { limit: 50, ...query }, ADMIN);
  const listed = async (query: object = {}) => (await all(query)).filter(({ id }) => id > forgotten);
  const make = async (): Promise<Shop> => {
    const id = newId();
    const username = `shop.${++count}`;
    const shop = await call(users.createShop, { id, fields: { username, password: PASSWORD, shop_name: 'Navkar' } });
    await forget();
    return shop;
  };
  const forget = async () => {
    forgotten = (await all())[0]?.id ?? '';
  };
  const own = ({ id }: Shop): Actor => ({ role: 'user', id });
  const acting = ({ id }: Shop) => ({ id, role: 'user', username: CALLER.username });
  const signIn = (shop: Shop, password = PASSWORD) =>
    call(users.verifyPassword, { username: shop.username, password, session: SESSION }, PUBLIC);
  const setUp = async (shop: Shop) => {
    const { secret } = await call(users.beginTotp, {}, own(shop));
    await call(users.confirmTotp, { code: totpCode(secret) }, own(shop));
  };
  const factorOf = async (shop: Shop) => (await call(users.listFactors, {}, own(shop)))[0]!.id;
  const aboutFactor = (shop: Shop, id: string) => ({
    ...{ actor: acting(shop), subject: { kind: 'factor', id, name: 'Authenticator app' } },
    ...{ userId: shop.id, before: null, after: null },
  });
  const makeAdmin = async (admin_role = 'owner') => {
    const made = await call(users.createAdmin, {
      id: newId(),
      fields: { username: `admin.${++count}`, password: PASSWORD, admin_role },
    });
    await forget();
    return made;
  };

  /** Does something, and says what entry it is to leave. */
  const CHANGES: readonly (readonly [Rpc, () => Promise<Expected>])[] = [
    [
      users.createShop,
      async () => {
        const id = newId();
        await call(users.createShop, { id, fields: { username: 'made', password: PASSWORD, shop_name: 'Made' } });
        const subject = { kind: 'shop', id, name: 'Made' };
        return { action: 'shop.created', subject, userId: id, before: null, after: { username: 'made', shop_name: 'Made' } };
      },
    ],
    [
      users.updateShop,
      async () => {
        const { id } = await make();
        await call(users.updateShop, {
          id,
          fields: { city: 'Pune', gold_margin: 2, silver_margin: 0, password: NEW_PASSWORD },
        });
        const subject = { kind: 'shop', id, name: 'Navkar' };
        const after = { city: 'Pune', gold_margin: 2, password: 'changed' };
        return { action: 'shop.updated', subject, userId: id, before: { city: 'Mumbai', gold_margin: 0 }, after };
      },
    ],
    [users.setSubscription, async () => changed({ subscription_active: false }, { active: false }, users.setSubscription)],
    [users.setProfileSettings, async () => changed({ silver_margin: 1.5 }, { silver_margin: 1.5 }, users.setProfileSettings)],
    [users.setMuteState, async () => changed({ default_mute_state: false }, { default_mute_state: false }, users.setMuteState)],
    [users.setDisplayTimes, async () => changedOwn({ ad_display_time: 45 }, users.setDisplayTimes)],
    [users.setAdsEnabled, async () => changedOwn({ ads_enabled: false }, users.setAdsEnabled)],
    [
      users.deleteShop,
      async () => {
        const { id, username } = await make();
        await call(users.deleteShop, { id });
        const before = expect.objectContaining({ username, shop_name: 'Navkar', city: 'Mumbai' }) as never;
        return { action: 'shop.deleted', subject: { kind: 'shop', id, name: 'Navkar' }, userId: id, before, after: null };
      },
    ],
    [
      users.createAdmin,
      async () => {
        const id = newId();
        await call(users.createAdmin, { id, fields: { username: 'new.admin', password: PASSWORD, admin_role: 'viewer' } });
        const after = { username: 'new.admin', admin_role: 'viewer' };
        return {
          action: 'admin.created',
          subject: { kind: 'admin', id, name: 'new.admin' },
          userId: null,
          before: null,
          after,
        };
      },
    ],
    [
      users.updateAdmin,
      async () => {
        await makeAdmin();
        const { id } = await makeAdmin();
        await call(users.updateAdmin, { id, fields: { admin_role: 'operator' } });
        return { action: 'admin.updated', userId: null, before: { admin_role: 'owner' }, after: { admin_role: 'operator' } };
      },
    ],
    [
      users.deleteAdmin,
      async () => {
        const { id, username } = await makeAdmin('viewer');
        await call(users.deleteAdmin, { id });
        const subject = { kind: 'admin', id, name: username };
        const before = { username, admin_role: 'viewer', logo_url: '' };
        return { action: 'admin.deleted', subject, userId: null, before, after: null };
      },
    ],
    [
      users.verifyPassword,
      async () => {
        const shop = await make();
        const { sid = '' } = await signIn(shop);
        const actor = { id: shop.id, role: 'user', username: shop.username };
        const subject = { kind: 'session', id: sid, name: ORIGIN.device };
        return { action: 'signed-in', actor, subject, userId: shop.id, before: null, after: null };
      },
    ],
    [
      users.changePassword,
      async () => {
        const shop = await make();
        await call(users.changePassword, { current_password: PASSWORD, password: NEW_PASSWORD }, own(shop));
        const actor = { id: shop.id, role: 'user', username: 'asha' };
        return { action: 'password.changed', actor, userId: shop.id, before: {}, after: { password: 'changed' } };
      },
    ],
    [
      users.confirmTotp,
      async () => {
        const shop = await make();
        await setUp(shop);
        return { ...aboutFactor(shop, await factorOf(shop)), action: 'factor.added' };
      },
    ],
    [
      users.addPasskey,
      async () => {
        const shop = await make();
        const { challenge } = await call(users.beginPasskey, { host: PASSKEY_HOST }, own(shop));
        const response = new SoftAuthenticator().create(challenge);
        const { id, name } = await call(users.addPasskey, { name: 'My phone', response, host: PASSKEY_HOST }, own(shop));
        const about = aboutFactor(shop, id);
        return { ...about, subject: { ...about.subject, name }, action: 'factor.added' };
      },
    ],
    [
      users.removeFactor,
      async () => {
        const shop = await make();
        await setUp(shop);
        const id = await factorOf(shop);
        await forget();
        await call(users.removeFactor, { id }, own(shop));
        return { ...aboutFactor(shop, id), action: 'factor.removed' };
      },
    ],
    [
      users.resetFactors,
      async () => {
        const shop = await make();
        await setUp(shop);
        await forget();
        await call(users.resetFactors, { id: shop.id });
        const subject = { kind: 'shop', id: shop.id, name: 'Navkar' };
        return { action: 'factors.reset', subject, userId: shop.id, before: null, after: null };
      },
    ],
    [
      users.endSessions,
      async () => {
        const shop = await make();
        await call(users.endSessions, {}, own(shop));
        return { action: 'sessions.ended', actor: acting(shop), userId: shop.id, before: null, after: null };
      },
    ],
    [
      users.endSession,
      async () => {
        const shop = await make();
        const { sid = '' } = await signIn(shop);
        await forget();
        await call(users.endSession, { id: sid }, own(shop));
        const subject = { kind: 'session', id: sid, name: ORIGIN.device };
        return { action: 'session.ended', actor: acting(shop), subject, userId: shop.id, before: null, after: null };
      },
    ],
  ];

  const changed = async <I, O>(after: Record<string, unknown>, fields: object, by: Rpc<I, O>): Promise<Expected> => {
    const shop = await make();
    await call(by, { id: shop.id, fields });
    return expected(shop, after);
  };
  const changedOwn = async <I, O>(fields: Record<string, unknown>, by: Rpc<I, O>): Promise<Expected> => {
    const shop = await make();
    await call(by, fields, own(shop));
    return { ...expected(shop, fields), actor: acting(shop) };
  };
  const expected = (shop: Shop, after: Record<string, unknown>): Expected => {
    const before = Object.fromEntries(Object.keys(after).map((name) => [name, (shop as never)[name]]));
    return { action: 'shop.updated', subject: { kind: 'shop', id: shop.id, name: 'Navkar' }, userId: shop.id, before, after };
  };

  it.each(CHANGES.map(([asked, change]) => [asked.subject, change] as const))(
    'has one exact entry of %s',
    async (_, change) => {
      const entry = await change();
      const found = await listed();
      const actor = { id: ADMIN.id, role: 'admin', username: 'asha' };
      const from = { device: CALLER.device, address: CALLER.address };
      expect(found).toEqual([
        {
          actor,
          userId: null,
          from,
          ...entry,
          id: expect.any(String),
          at: expect.any(String),
          subject: entry.subject ?? expect.anything(),
        },
      ]);
      expect(JSON.stringify(found)).not.toMatch(/argon2|long password/);
    },
  );

  it('knows every call that changes something', () => {
    const reads = Object.values({ ...users, ...audit }).filter(({ kind }) => kind === 'read');
    // Those of second steps keep what is to be set up, which counts only with what comes after.
    const known = [
      ...reads,
      users.sessionsSeen,
      users.useOwnRateList,
      users.beginTotp,
      users.beginPasskey,
      ...CHANGES.map(([asked]) => asked),
    ].map(({ subject }) => subject);
    const config = usersApp.config.parse(servers.env);
    expect(handledSubjects(UsersModule.with(config, newAppContext())).filter((subject) => !known.includes(subject))).toEqual(
      [],
    );
  });

  it('has nothing of what changes nothing, or is refused', async () => {
    const { id } = await make();
    await call(users.updateShop, { id, fields: { city: 'Mumbai' } });
    await call(users.updateShop, { id: newId(), fields: { city: 'Pune' } }).catch(() => undefined);
    await call(users.setMuteState, { id, fields: { default_mute_state: false } }, { role: 'user', id: newId() }).catch(
      () => undefined,
    );
    expect(await listed()).toEqual([]);
  });

  it('has nothing of a sign-in and of a deletion that are taken back, since they can’t be published', async () => {
    const shop = await make();
    const { streams } = await bus.jetStream.manager();
    await streams.update('KV_accounts', { max_msg_size: 1 });
    const refused = { code: 'UNAVAILABLE' };
    await expect(signIn(shop)).rejects.toMatchObject(refused);
    await expect(call(users.deleteShop, { id: shop.id })).rejects.toMatchObject(refused);
    await streams.update('KV_accounts', { max_msg_size: -1 });
    const published = { _id: new mongoose.Types.ObjectId(shop.id), unpublished: false };
    await until(async () => (await servers.db.collection('accounts').countDocuments(published)) === 1);
    expect(await listed()).toEqual([]);
  });

  it('has failed sign-ins, of a flood ten a minute and the number of the others, and no name that nobody has', async () => {
    const shop = await make();
    await call(users.verifyPassword, { username: 'my secret', password: 'x' }, PUBLIC).catch(() => undefined);
    for (let n = 0; n < 13; n++) await signIn(shop, 'wrong').catch(() => undefined);
    const found = await listed();
    expect(found.filter(({ userId }) => userId === null)).toMatchObject([
      {
        action: 'sign-in.failed',
        actor: { id: null, role: 'public', username: '' },
        subject: { kind: 'account', id: null, name: '' },
      },
    ]);
    const own = found.filter(({ userId }) => userId === shop.id);
    // A minute may have ended meanwhile, and then more are kept.
    const times = own.map(({ after }) => Number(after?.['times'] ?? 1));
    expect(times.reduce((sum, one) => sum + one, 0)).toBe(13);
    expect(own[0]).toMatchObject({ actor: { id: null, username: shop.username }, from: { device: CALLER.device } });
  });

  it('is read in pages, by shop and by who acted, and by a shop alone of itself', async () => {
    const [one, other] = [await make(), await make()];
    for (const margin of [1, 2, 3]) await call(users.setProfileSettings, { id: one.id, fields: { gold_margin: margin } });
    await call(users.setProfileSettings, { id: other.id, fields: { gold_margin: 9 } }, own(other));
    const margins = (entries: AuditEntry[]) => entries.map(({ after }) => after!['gold_margin']);
    const first = await listed({ userId: one.id, limit: 2 });
    expect(margins(first)).toEqual([3, 2]);
    expect(margins(await listed({ userId: one.id, limit: 2, before: first[1]!.id }))).toEqual([1]);
    expect(margins(await listed({ actor: other.id }))).toEqual([9]);
    expect(margins(await listed({ actor: 'ASHA' }))).toEqual([9, 3, 2, 1]);
    expect(margins(await rpc.call(audit.users, { userId: other.id, limit: 50 }, own(other)))).toEqual([9]);
    const asked = [{ userId: one.id, limit: 50 }, { limit: 50 }];
    for (const query of asked)
      await expect(rpc.call(audit.users, query, own(other))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('says nothing of who calls beside a gateway of the release before', async () => {
    const { id } = await make();
    await rpc.call(users.setMuteState, { id, fields: { default_mute_state: false } }, ADMIN);
    expect(await listed()).toMatchObject([{ actor: { id: ADMIN.id, username: '' }, from: { address: null, device: null } }]);
  });

  it('has each entry once of a process that died before or after it had copied it', async () => {
    const [id = ''] = await addShops(servers.db, [{ unpublished: false }]);
    const log = servers.db.collection('users_audit_entries');
    const entry = () => ({
      ...{ _id: new mongoose.Types.ObjectId(), at: new Date(), action: 'shop.updated', userId: id },
      actor: { id: ADMIN.id, role: 'admin', username: 'asha' },
      from: { address: null, device: null },
      subject: { kind: 'shop', id, name: 'Spec' },
      ...{ before: { city: 'Pune' }, after: { city: 'Surat' } },
    });
    const [copied, written] = [entry(), entry()];
    await log.insertOne(copied);
    const _id = new mongoose.Types.ObjectId(id);
    await servers.db.collection('accounts').updateOne({ _id }, { $set: { audit: [copied, written] } });
    expect((await all({ userId: id })).map((one) => one.id)).toEqual([written._id.toHexString(), copied._id.toHexString()]);
    expect(await servers.db.collection('accounts').findOne({ _id })).not.toHaveProperty('audit');
  });
});
