import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Actor, type AppError, auth, limits, siteJwks, type SignedIn, texts, users } from '@sarafa/contracts';
import { Bus, PublishedKeys, RpcClient, Sessions, StateCache, type Running } from '@sarafa/server';
import { natsAndMongo, type RunningApp, type Servers, startApp, until } from '@sarafa/testing';
import { authApp } from '../auth.app.js';

const PUBLIC: Actor = { role: 'public' };
const ADMIN = { username: 'Owner', password: 'a long password' };

/** For how long the database is watched while nobody signs in. */
const IDLE_MS = 1_000;

describe('sign-in', () => {
  let servers: Servers;
  let usersApp: RunningApp;
  let bus: Bus;
  let rpc: RpcClient;
  let running: Running[] = [];
  let count = 0;

  beforeAll(async () => {
    servers = await natsAndMongo();
    usersApp = await startApp('users', {
      env: { ...servers.env, ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password },
    });
    bus = await Bus.connect(servers.nats.url, 'spec');
    rpc = new RpcClient(bus);
  });

  afterAll(async () => {
    await Promise.all(running.map((app) => app.close()));
    await bus.close();
    await usersApp.stop('SIGKILL');
    await servers.remove();
  });

  beforeEach(async () => {
    // Two replicas, which share the calls between them.
    const config = authApp.config.parse(servers.env);
    while (running.length < 2) running.push(await authApp.start(config));
    // What other tests have guessed of the admin's password.
    await counts().deleteMany({ key: /^((anywhere|pause):owner$|device:)/ });
  });

  const counts = () => servers.db.collection('failed_sign_ins');

  /** In a network of its own. */
  const newAddress = () => `198.18.${++count}.1`;
  const signIn = (address: string, password = ADMIN.password, username = ADMIN.username, device_token?: string) =>
    rpc.call(auth.signIn, { username, password, address, device_token }, PUBLIC);
  /** The error that a sign-in is refused with. */
  const refusal = (...given: Parameters<typeof signIn>) =>
    signIn(...given).then(
      () => undefined,
      (error: unknown) => error as AppError,
    );

  /** On a busy machine passwords wait in a line, and whoever waits too long is told to come again. */
  const signInPatiently = async (address: string): Promise<SignedIn> => {
    for (;;) {
      try {
        return await signIn(address);
      } catch (error) {
        if ((error as AppError).code !== 'UNAVAILABLE') throw error;
      }
    }
  };

  it('gives a token that everybody who checks tokens believes, whichever replica signed it', async () => {
    const state = new StateCache(bus);
    const sessions = new Sessions(state, new PublishedKeys(state, siteJwks));
    const signedIn = await until(() => signIn(newAddress()).catch(() => undefined));
    const all: SignedIn[] = [signedIn, ...(await Promise.all(Array.from({ length: 8 }, () => signIn(newAddress()))))];
    for (const { token, role, userId, message } of all) {
      expect([role, userId, message]).toEqual(['admin', signedIn.userId, texts.login.done]);
      const { actor, signedInAt } = await sessions.of(`Bearer ${token}`);
      expect(actor).toEqual({ role: 'admin', id: userId, admin_role: 'owner' });
      expect(Math.abs(signedInAt * 1_000 - Date.now())).toBeLessThan(10_000);
    }
    state.onApplicationShutdown();
  });

  it('counts failures over all replicas, and over their ends', async () => {
    const address = newAddress();
    for (let turn = 0; turn < limits.signIn.failuresPerName; turn++) {
      expect(await refusal(address, 'wrong')).toMatchObject({ code: 'UNAUTHENTICATED', message: texts.login.wrong });
    }
    await running.pop()!.close();
    for (const password of ['wrong', ADMIN.password]) {
      const refused = await refusal(address, password);
      expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: texts.login.slowedDown });
      expect(refused!.retryAfterSeconds).toBeGreaterThan(800);
      expect(refused!.retryAfterSeconds).toBeLessThanOrEqual(limits.signIn.windowMs / 1_000);
    }
    // The same username from another address.
    await signIn(newAddress());
  });

  /** As if so many attempts had failed that the one more that is made now is the last. */
  const failOften = async (key: string, points: number, attempt: () => Promise<unknown>) => {
    await attempt();
    const { modifiedCount } = await servers.db
      .collection('failed_sign_ins')
      .updateOne({ key }, { $set: { points: points - 1 } });
    expect(modifiedCount).toBe(1);
    expect(await attempt()).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await attempt()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  };

  it.each([
    ['203.0.113.0/24', '203.0.113.*', '203.0.114.1'],
    ['2001:db8:1:200::/56', '2001:db8:1:20*::1', '2001:db8:1:300::1'],
    ['2001:db8:2::/48', '2001:db8:2:*00::1', '2001:db8:3::1'],
  ])('counts the addresses of %s together, by name and by themselves', async (network, addresses, elsewhere) => {
    let next = 0;
    const guess = (name: string) => refusal(addresses.replace('*', String(++next % 10)), 'wrong', name);
    const { failuresPerNameOfNetwork, failuresPerNetwork } = limits.signIn;
    await failOften(`network-name:${network} somebody`, failuresPerNameOfNetwork, () => guess('somebody'));
    expect(await guess('another')).toMatchObject({ code: 'UNAUTHENTICATED' });
    await failOften(`network:${network}`, failuresPerNetwork, () => guess(`somebody-${++next}`));
    expect(await refusal(elsewhere, 'wrong', 'somebody')).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('slows guessing at one name down from wherever it comes, with pauses that grow, and nobody by an address of many', async () => {
    let next = 0;
    const guess = () => refusal(['127.0.0.1', '10.0.0.7', '', 'fd00::1', newAddress()][++next % 5]!, 'wrong', 'guessed');
    const key = 'anywhere:guessed';
    await guess();
    for (const [failures, pauseS] of [
      [29, 1],
      [39, 2],
      [58, 4],
      [98, 60],
    ] as const) {
      await counts().updateOne({ key }, { $set: { points: failures } });
      const begun = Date.now();
      expect(await guess()).toMatchObject({ code: 'UNAUTHENTICATED' });
      const pause = { key: 'pause:guessed' };
      const end = ((await counts().findOne(pause))!['expire'] as Date).getTime() - pauseS * 1_000;
      expect([end >= begun, end <= Date.now()]).toEqual([true, true]);
      // So that the pause isn't over by then.
      await counts().updateOne(pause, { $set: { expire: new Date(Date.now() + 30_000) } });
      const slowed = await guess();
      expect(slowed).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
      expect(slowed!.retryAfterSeconds).toBeGreaterThan(20);
      expect(slowed!.retryAfterSeconds).toBeLessThanOrEqual(30);
      await counts().deleteOne(pause);
    }
    expect(await guess()).toMatchObject({ code: 'UNAUTHENTICATED' });
    await counts().deleteOne({ key: 'pause:guessed' });
    const refused = await guess();
    expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(refused!.retryAfterSeconds).toBeGreaterThan(3_500);
    await signIn('127.0.0.1');
  });

  it('lets fifty networks that guess at once make no more guesses than one after the other', async () => {
    await refusal(newAddress(), 'wrong', 'flooded');
    await counts().updateOne({ key: 'anywhere:flooded' }, { $set: { points: 30 } });
    const refused = await Promise.all(Array.from({ length: 50 }, () => refusal(newAddress(), 'wrong', 'flooded')));
    // Not all of them have an answer in time on a loaded machine.
    const guesses = ((await counts().findOne({ key: 'anywhere:flooded' }))!['points'] as number) - 30;
    expect(guesses).toBeGreaterThan(0);
    // The line is waited in for three seconds, and each guess is followed by a pause of one.
    expect(guesses).toBeLessThanOrEqual(4);
    const answered = refused.filter((error) => error!.code === 'UNAUTHENTICATED').length;
    expect(answered).toBeLessThanOrEqual(guesses);
  });

  it('lets a flood over all replicas fail no oftener than one after the other, at a bounded price', async () => {
    const address = newAddress();
    const asked = async () => {
      const { opcounters } = (await servers.db.db!.admin().command({ serverStatus: 1 })) as unknown as {
        opcounters: Record<string, number>;
      };
      return ['query', 'update', 'delete', 'command'].reduce((sum, kind) => sum + opcounters[kind]!, 0);
    };
    // What the replicas ask by themselves isn't the flood's price.
    const idle = await asked();
    await sleep(IDLE_MS);
    const [before, begun] = [await asked(), performance.now()];
    const refused = await Promise.all(Array.from({ length: 2_000 }, (_, turn) => refusal(address, `guess ${turn}`)));
    const byThemselves = ((before - idle) / IDLE_MS) * (performance.now() - begun);
    expect((await asked()) - before - byThemselves).toBeLessThan(3_000);
    const coded = (code: string) => refused.filter((error) => error?.code === code) as AppError[];
    const others = [...coded('TOO_MANY_REQUESTS'), ...coded('UNAVAILABLE')];
    expect(coded('UNAUTHENTICATED').length + others.length).toBe(2_000);
    // Who has got no answer in time isn't told when to come again.
    for (const { message, retryAfterSeconds } of others) {
      if (message !== texts.errors.partDown) expect(retryAfterSeconds).toBeGreaterThan(0);
    }
    // On a slow machine some of the ten get no turn or no answer in time. Then more may fail until as many have.
    let wrong = coded('UNAUTHENTICATED').length;
    const isSlowedDown = async () => {
      const { code } = (await refusal(address, 'one more'))!;
      if (code === 'UNAUTHENTICATED') wrong++;
      return code === 'TOO_MANY_REQUESTS';
    };
    await until(isSlowedDown);
    expect(wrong).toBeLessThanOrEqual(limits.signIn.failuresPerName);
    const counted = await servers.db.collection('failed_sign_ins').findOne({ key: `name:${address} owner` });
    expect(counted!['points']).toBe(limits.signIn.failuresPerName);
    expect(await refusal(address)).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  it('lets right passwords run beside each other over all replicas, also more at once than may fail', async () => {
    const address = newAddress();
    for (let turn = 0; turn < limits.signIn.failuresPerName / 2; turn++) await refusal(address, 'wrong');
    const signedIn = await Promise.all(
      Array.from({ length: limits.signIn.failuresPerName + 5 }, () => signInPatiently(address)),
    );
    expect(signedIn.map(({ role }) => role)).toEqual(signedIn.map(() => 'admin'));
    const running = await servers.db.collection('failed_sign_ins').countDocuments({ key: /^running-/, points: { $gt: 0 } });
    expect(running).toBe(0);
  });

  it('slows down who signs in without end, and keeps nobody from a new password', async () => {
    const { device_token, userId } = await signIn(newAddress());
    const key = { key: /^succeeded:owner$/ };
    expect((await counts().findOne(key))?.['points']).toBeGreaterThan(0);
    await counts().updateOne(key, { $set: { points: limits.signIn.successes } });
    const refused = await refusal(newAddress());
    expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: texts.accounts.busy });
    expect(refused!.retryAfterSeconds).toBeLessThanOrEqual(limits.signIn.windowMs / 1_000);
    expect(await refusal(newAddress(), ADMIN.password, ADMIN.username, device_token)).toMatchObject({ code: refused!.code });
    const passwords = { current_password: 'wrong', password: 'another password' };
    const call = { ...passwords, username: ADMIN.username, address: newAddress(), sid: 'a'.repeat(24) };
    await expect(rpc.call(auth.changePassword, call, { role: 'admin', id: userId, admin_role: 'owner' })).rejects.toMatchObject(
      { code: 'INVALID_INPUT' },
    );
    expect(await counts().countDocuments({ key: /^running-/, points: { $gt: 0 } })).toBe(0);
    await counts().deleteOne(key);
  });

  it('says the same of a name that can’t exist as of one that doesn’t', async () => {
    for (const username of ['nobody', 'a b', '#1', 'ｏｗｎｅｒ', 'x'.repeat(256)]) {
      const refused = await refusal(newAddress(), ADMIN.password, username);
      expect([username, refused?.code, refused?.message]).toEqual([username, 'UNAUTHENTICATED', texts.login.wrong]);
    }
  });

  it('counts nothing as failed while nobody could say so', async () => {
    const address = newAddress();
    await usersApp.stop('SIGKILL');
    for (let turn = 0; turn <= limits.signIn.failuresPerName; turn++) {
      expect(await refusal(address)).toMatchObject({ code: 'UNAVAILABLE' });
    }
    await usersApp.start();
    await until(() => signIn(address));
  });

  it('changes one’s own password by the current one, and slows down who guesses that as it does at the sign-in', async () => {
    const state = new StateCache(bus);
    const sessions = new Sessions(state, new PublishedKeys(state, siteJwks));
    const before = await signIn(newAddress());
    const actor: Actor = { role: 'admin', id: before.userId, admin_role: 'owner' };
    const address = newAddress();
    const change = (current_password: string, password: string) =>
      rpc.call(auth.changePassword, { username: ADMIN.username, current_password, password, address }, actor).then(
        (session) => session,
        (error: unknown) => error as AppError,
      );
    const wrong = { code: 'INVALID_INPUT', details: [{ path: 'current_password', message: texts.login.wrongCurrent }] };
    expect(await change('wrong', 'another password')).toMatchObject(wrong);
    const session = (await change(ADMIN.password, 'another password')) as SignedIn;
    expect(session).toMatchObject({ role: 'admin', userId: before.userId, message: texts.login.passwordChanged });
    expect((await sessions.of(`Bearer ${session.token}`)).actor).toEqual(actor);
    await expect(sessions.of(`Bearer ${before.token}`)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await refusal(newAddress())).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await change('another password', ADMIN.password)).toMatchObject({ userId: before.userId });
    // One attempt has failed already.
    for (let turn = 1; turn < limits.signIn.failuresPerName; turn++) {
      expect(await change(`guess ${turn}`, 'another password')).toMatchObject(wrong);
    }
    for (const refused of [await change(ADMIN.password, 'another password'), await refusal(address)]) {
      expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: texts.login.slowedDown });
    }
    const anybody = {
      username: ADMIN.username,
      current_password: ADMIN.password,
      password: 'x'.repeat(9),
      address: newAddress(),
    };
    await expect(rpc.call(auth.changePassword, anybody, PUBLIC)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    state.onApplicationShutdown();
  });

  it('counts wrong current passwords by the session, so that who has stolen one keeps no other from a new password', async () => {
    const { userId } = await signIn(newAddress());
    const actor: Actor = { role: 'admin', id: userId, admin_role: 'owner' };
    const [stolen, own] = ['a'.repeat(24), 'b'.repeat(24)];
    const change = (sid: string | undefined, current_password: string) =>
      rpc
        .call(
          auth.changePassword,
          { username: ADMIN.username, current_password, password: ADMIN.password, address: newAddress(), sid },
          actor,
        )
        .then(
          () => 'changed',
          (error: unknown) => (error as AppError).code,
        );
    for (const sid of [stolen, undefined]) {
      for (let turn = 0; turn < limits.signIn.failuresPerName; turn++) {
        expect(await change(sid, 'wrong')).toBe('INVALID_INPUT');
      }
      expect(await change(sid, ADMIN.password)).toBe('TOO_MANY_REQUESTS');
    }
    expect(await change(own, ADMIN.password)).toBe('changed');
  });

  it('signs the session into the token, which counts for as long as the session goes on', async () => {
    const state = new StateCache(bus);
    const sessions = new Sessions(state, new PublishedKeys(state, siteJwks));
    const origin = { device: 'Chrome on Android', address: '198.51.100.0/24' };
    const begin = () => rpc.call(auth.signIn, { ...ADMIN, address: newAddress(), origin }, PUBLIC) as Promise<SignedIn>;
    const of = ({ token }: SignedIn) => sessions.of(`Bearer ${token}`);
    const [one, other] = [await begin(), await begin()];
    const withoutSession = await signIn(newAddress());
    const { actor, sid } = await of(one);
    expect([sid, (await of(other)).sid]).toEqual([expect.stringMatching(/^[0-9a-f]{24}$/), expect.not.stringMatching(sid!)]);
    expect((await of(withoutSession)).sid).toBeUndefined();
    await rpc.call(users.endSession, { id: sid }, actor);
    await until(() =>
      of(one).then(
        () => false,
        () => true,
      ),
    );
    await expect(of(one)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await of(other);
    await of(withoutSession);

    const own = (await of(other)).sid;
    const passwords = { current_password: ADMIN.password, password: 'another password' };
    const call = { ...passwords, username: ADMIN.username, address: newAddress(), sid: own, origin };
    const changed = await rpc.call(auth.changePassword, call, actor);
    // At once: the news of the password may be on its way.
    expect((await of(changed)).sid).toBe(own);
    for (const ended of [other, withoutSession]) await expect(of(ended)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const back = { ...call, current_password: 'another password', password: ADMIN.password };
    await rpc.call(auth.changePassword, back, actor);
    state.onApplicationShutdown();
  });

  it('keeps nothing of a password, and forgets counts by itself', async () => {
    const address = newAddress();
    await refusal(address, 'a wrong but secret password');
    const stored = await servers.db.collection('failed_sign_ins').find({}).toArray();
    expect(stored.filter(({ key }) => String(key).includes(address.replace(/1$/, '')))).toHaveLength(4);
    expect(JSON.stringify(stored)).not.toContain('secret');
    const indexes = await servers.db.collection('failed_sign_ins').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expire: -1 }, expireAfterSeconds: 0 }));
  });

  it('counts in a collection with its indexes, though they could not be made at the start', async () => {
    await Promise.all(running.map((app) => app.close()));
    await servers.mongo.stop();
    await servers.mongo.start(['--setParameter', 'enableTestCommands=1']);
    await servers.db.collection('failed_sign_ins').drop();
    const refuseIndexes = (mode: string) =>
      servers.db
        .db!.admin()
        .command({ configureFailPoint: 'failCommand', mode, data: { failCommands: ['createIndexes'], errorCode: 96 } });
    await refuseIndexes('alwaysOn');
    running = [await authApp.start(authApp.config.parse(servers.env))];
    // The state that is left when the database goes away at that moment and comes back.
    expect(await refusal(newAddress(), 'wrong')).toBeDefined();
    await refuseIndexes('off');
    expect(await refusal(newAddress(), 'wrong')).toMatchObject({ code: 'UNAUTHENTICATED' });
    const keys = (await servers.db.collection('failed_sign_ins').indexes()).map(({ key }) => key as object);
    expect(keys).toEqual(expect.arrayContaining([{ expire: -1 }, { key: 1 }]));
  });

  it('is no one’s while the database is away', async () => {
    await servers.mongo.stop('SIGKILL');
    expect(await refusal(newAddress())).toMatchObject({ code: 'UNAVAILABLE' });
    await servers.mongo.start();
    await until(() => signIn(newAddress()).catch(() => undefined));
  });
});
