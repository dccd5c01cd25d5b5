import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountState, type Actor, type AppError, limits, texts, users } from '@sarafa/contracts';
import { Bus, RpcClient, type Running, StateCache } from '@sarafa/server';
import { changeShop, natsAndMongo, type Servers, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { usersApp } from '../users.app.js';

const PASSWORD = 'a long password';
const PUBLIC: Actor = { role: 'public' };
const LIFE = { admin: 3_600, user: 7_200 };
const UNKNOWN = 'a'.repeat(24);

describe('sessions', () => {
  let servers: Servers;
  let bus: Bus;
  let rpc: RpcClient;
  let state: StateCache;
  let running: Running[];
  let first: Actor & { role: 'admin' };
  /** The shop that each test has for itself. */
  let shop: Actor & { role: 'user' };
  let username: string;
  let count = 0;

  beforeAll(async () => {
    servers = await natsAndMongo();
    bus = await Bus.connect(servers.nats.url, 'spec');
    rpc = new RpcClient(bus);
    state = new StateCache(bus);
    const config = usersApp.config.parse({ ...servers.env, ADMIN_PASSWORD: PASSWORD });
    // Two replicas, which share the calls between them.
    running = [await usersApp.start(config), await usersApp.start(config)];
    const { id } = await rpc.call(users.verifyPassword, { username: 'admin', password: PASSWORD }, PUBLIC);
    first = { role: 'admin', id };
  });

  afterAll(async () => {
    await Promise.all(running.map((app) => app.close()));
    state.onApplicationShutdown();
    await bus.close();
    await servers.remove();
  });

  beforeEach(async () => {
    username = `shop-${++count}`;
    const id = new mongoose.Types.ObjectId().toHexString();
    await rpc.call(users.createShop, { id, fields: { username, password: PASSWORD } }, first);
    shop = { role: 'user', id };
  });

  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error as AppError,
    );
  const signIn = async (device = 'Chrome on Android', password = PASSWORD) => {
    const session = { device, address: '198.51.100.0/24', lifeS: LIFE };
    return (await rpc.call(users.verifyPassword, { username, password, session }, PUBLIC)).sid!;
  };
  const list = (id = shop.id, actor: Actor = shop) => rpc.call(users.listSessions, { id }, actor);
  const ids = async () => (await list()).map(({ id }) => id);
  const published = async () => (await state.ask(accountState, shop.id))!;
  const document = async () => (await servers.db.collection('accounts').findOne({ username }))!;
  /** Moves what is stored of a session, as if so much time had gone by. */
  const age = (id: string, fields: object) => {
    const set = Object.fromEntries(Object.entries(fields).map(([name, value]) => [`sessions.$.${name}`, value as unknown]));
    return servers.db.collection('accounts').updateOne({ username, 'sessions.id': id }, { $set: set });
  };
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  it('begin with a right password alone, are published before the answer, and say where and when', async () => {
    expect((await refusal(signIn('Chrome on Android', 'a wrong password')))?.code).toBe('UNAUTHENTICATED');
    expect(await list()).toEqual([]);
    // Nothing of a device's name is an expression of the database.
    const device = '$password_hash on Android';
    const sid = await signIn(device);
    expect((await published()).sessions).toEqual([sid]);
    const [session] = await list();
    expect(session).toEqual({ id: sid, device, address: '198.51.100.0/24', since: session!.since, seen_at: session!.since });
    expect(Math.abs(Date.parse(session!.since) - Date.now())).toBeLessThan(10_000);
    await rpc.call(
      users.verifyPassword,
      { username: 'admin', password: PASSWORD, session: { device, address: '', lifeS: LIFE } },
      PUBLIC,
    );
    const livesMs = async (name: string) => {
      const { sessions } = (await servers.db.collection('accounts').findOne({ username: name }))!;
      return (sessions as { since: Date; ends_at: Date }[]).map(({ since, ends_at }) => ends_at.getTime() - since.getTime());
    };
    expect([await livesMs(username), await livesMs('admin')]).toEqual([[LIFE.user * 1_000], [LIFE.admin * 1_000]]);
  });

  it('don’t begin by a password that was changed since it was read', async () => {
    const raced = Array.from({ length: 12 }, () => refusal(signIn()));
    // Replicas take calls in turn: by these answers they have read the account for the sign-ins, whose passwords wait for each other.
    for (let turn = 0; turn < 4; turn++) await list();
    const change = { $set: { password_hash: 'of another password' } };
    const changed = await servers.db.collection('accounts').findOneAndUpdate({ username }, change, { returnDocument: 'after' });
    const begun = ((changed!['sessions'] as unknown[] | undefined) ?? []).length;
    expect(begun).toBeLessThan(raced.length);
    const refused = (await Promise.all(raced)).filter((error) => error?.code === 'UNAUTHENTICATED');
    const { sessions = [] } = await document();
    expect([refused.length, (sessions as unknown[]).length]).toEqual([raced.length - begun, begun]);
  });

  it('don’t begin for auth of the release before, which says nothing of them', async () => {
    const answer = await rpc.call(users.verifyPassword, { username, password: PASSWORD }, PUBLIC);
    expect([answer.id, answer.sid, await list()]).toEqual([shop.id, undefined, []]);
  });

  it('are listed for their account and for owners', async () => {
    const sid = await signIn();
    expect((await list(shop.id, first)).map(({ id }) => id)).toEqual([sid]);
    expect((await refusal(list(first.id)))?.code).toBe('FORBIDDEN');
    expect((await refusal(list(shop.id, PUBLIC)))?.code).toBe('UNAUTHENTICATED');
    for (const admin_role of ['operator', 'viewer'] as const) {
      expect((await refusal(list(shop.id, { role: 'admin', id: UNKNOWN, admin_role })))?.code).toBe('FORBIDDEN');
    }
    expect((await refusal(list(UNKNOWN, first)))?.code).toBe('NOT_FOUND');
  });

  it('end one by one, by their own account alone, and are published before the answer', async () => {
    const [one, other] = [await signIn(), await signIn()];
    const end = (id: string, actor: Actor) => rpc.call(users.endSession, { id }, actor);
    for (const actor of [first, { role: 'user', id: UNKNOWN } as const]) {
      expect(await refusal(end(one, actor))).toMatchObject({ code: 'NOT_FOUND', message: texts.login.sessionNotFound });
    }
    await end(one, shop);
    expect((await published()).sessions).toEqual([other]);
    expect((await refusal(end(one, shop)))?.code).toBe('NOT_FOUND');
    expect(await ids()).toEqual([other]);
  });

  it('are fifty at most: a further sign-in ends the one longest unseen, however many come at once', async () => {
    const before = await signIn();
    const kept = await signIn();
    const rest = Array.from({ length: limits.sessions - 2 }, (_, index) => ({
      ...{ id: String(index).padStart(24, '0'), device: 'Firefox on Linux', address: '', version: 1 },
      ...{ since: minutesAgo(60), seen_at: minutesAgo(5), ends_at: new Date(Date.now() + 3_600_000) },
    }));
    const update = { $push: { sessions: { $each: rest } } };
    await servers.db.collection('accounts').updateOne({ username }, update as object);
    await age(before, { seen_at: minutesAgo(50) });
    await age(rest[7]!.id, { seen_at: minutesAgo(40) });
    const [one, two] = await Promise.all([signIn(), signIn()]);
    const left = await ids();
    expect(left).toHaveLength(limits.sessions);
    expect(left).toEqual(expect.arrayContaining([kept, one, two]));
    expect(left).not.toContain(before);
    expect(left).not.toContain(rest[7]!.id);
    expect([...(await published()).sessions!].sort()).toEqual(left.sort());
  });

  it('that have ended by time go with the next sign-in, and are neither listed nor ended again', async () => {
    const sid = await signIn();
    await age(sid, { ends_at: minutesAgo(1) });
    expect(await list()).toEqual([]);
    expect((await refusal(rpc.call(users.endSession, { id: sid }, shop)))?.code).toBe('NOT_FOUND');
    const next = await signIn();
    expect((await document()).sessions).toMatchObject([{ id: next }]);
  });

  it('end but for one’s own with a new password of one’s own', async () => {
    const [own, other] = [await signIn('Safari on iOS'), await signIn()];
    const { since } = (await list()).find(({ id }) => id === own)!;
    const session = { device: 'Edge on Windows', address: '', lifeS: LIFE };
    const change = (current_password: string, password: string, sid: string) =>
      rpc.call(users.changePassword, { current_password, password, session, sid }, shop);
    expect((await refusal(change('a wrong password', 'another password', own)))?.code).toBe('UNAUTHENTICATED');
    expect((await ids()).sort()).toEqual([own, other].sort());
    await age(own, { ends_at: minutesAgo(-1) });
    expect(await change(PASSWORD, 'another password', own)).toMatchObject({ sid: own, credentials_version: 2 });
    // It lasts as long as the new token.
    const [{ ends_at }] = (await document()).sessions as [{ ends_at: Date }];
    expect(Math.abs(ends_at.getTime() - Date.now() - LIFE.user * 1_000)).toBeLessThan(60_000);
    expect(await list()).toMatchObject([{ id: own, device: 'Safari on iOS', since }]);
    expect(await published()).toMatchObject({ credentials_version: 2, sessions: [own] });
    // A session that has ended meanwhile, or a token without one, begins one.
    expect(await change('another password', PASSWORD, other)).toMatchObject({ credentials_version: 3 });
    expect(await list()).toMatchObject([{ device: 'Edge on Windows' }]);
    // Of two at one moment one is by a password that is no longer the current one.
    const both = ['the first password', 'the second password'].map((next) => refusal(change(PASSWORD, next, other)));
    expect((await Promise.all(both)).map((refused) => refused?.code).sort()).toEqual(['UNAUTHENTICATED', undefined]);
  });

  it('all end with a new password by an admin, and with a sign-out everywhere', async () => {
    await signIn();
    await rpc.call(users.updateShop, { id: shop.id, fields: { gold_margin: 1 } }, first);
    expect(await list()).toHaveLength(1);
    await rpc.call(users.updateShop, { id: shop.id, fields: { password: 'another password' } }, first);
    expect([await list(), (await published()).sessions]).toEqual([[], []]);
    await signIn('Chrome on Android', 'another password');
    await rpc.call(users.endSessions, {}, shop);
    expect([await list(), (await published()).sessions]).toEqual([[], []]);
  });

  it('end when users of the release before sets a password, which knows nothing of them', async () => {
    await signIn();
    const version = { credentials_version: 2 };
    await changeShop(servers.db, shop.id, version);
    await until(async () => (await published()).credentials_version === 2);
    expect([await list(), (await published()).sessions]).toEqual([[], []]);
  });

  it('are seen once in some minutes, which is no change of the account', async () => {
    const [one, other, ahead] = [await signIn(), await signIn(), await signIn()];
    // By a clock that was ahead for a while.
    await age(ahead, { seen_at: minutesAgo(-365 * 24 * 60) });
    await age(one, { seen_at: minutesAgo(30) });
    await age(other, { seen_at: minutesAgo(3) });
    const { rev } = await document();
    const seen = [one, other, ahead, UNKNOWN].map((id) => ({ id, userId: shop.id }));
    await rpc.call(users.sessionsSeen, { seen: [...seen, { id: one, userId: first.id }] }, PUBLIC);
    const seenBefore = (await list()).pop();
    const isNow = (await list()).map(({ id, seen_at }) => [id, Math.abs(Date.now() - Date.parse(seen_at)) < 10_000]);
    expect(Object.fromEntries(isNow)).toEqual({ [one]: true, [ahead]: true, [other]: false });
    expect([seenBefore!.id, Date.now() - Date.parse(seenBefore!.seen_at) > 170_000]).toEqual([other, true]);
    expect((await document()).rev).toBe(rev);
  });

  it('go with their account', async () => {
    await signIn();
    await rpc.call(users.deleteShop, { id: shop.id }, first);
    expect(await state.ask(accountState, shop.id)).toBeNull();
    await until(async () => (await servers.db.collection('accounts').countDocuments({ username })) === 0);
  });
});
