import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Actor, type AppError, auth, limits } from '@sarafa/contracts';
import { Bus, RpcClient, type Running } from '@sarafa/server';
import { natsAndMongo, type RunningApp, type Servers, startApp, until } from '@sarafa/testing';
import { authApp } from '../auth.app.js';

const PUBLIC: Actor = { role: 'public' };
const ADMIN = { username: 'Owner', password: 'a long password' };

describe('devices that have signed in before', () => {
  let servers: Servers;
  let usersApp: RunningApp;
  let app: Running;
  let bus: Bus;
  let rpc: RpcClient;
  let count = 0;

  beforeAll(async () => {
    servers = await natsAndMongo();
    usersApp = await startApp('users', {
      env: { ...servers.env, ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password },
    });
    app = await authApp.start(authApp.config.parse(servers.env));
    bus = await Bus.connect(servers.nats.url, 'spec');
    rpc = new RpcClient(bus);
    await until(() => signIn(newAddress()).catch(() => undefined));
  });

  afterAll(async () => {
    await app.close();
    await bus.close();
    await usersApp.stop('SIGKILL');
    await servers.remove();
  });

  beforeEach(async () => {
    await counts().deleteMany({});
    await devices().deleteMany({});
  });

  const counts = () => servers.db.collection('failed_sign_ins');
  const devices = () => servers.db.collection<{ _id: string; seen_at: Date }>('known_devices');
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

  it('are let in whatever is guessed elsewhere, and each counts by itself', async () => {
    const { device_token } = await signIn(newAddress());
    expect(device_token).toMatch(/^[\w-]{24}$/);
    await refusal(newAddress(), 'wrong');
    await counts().updateOne({ key: 'anywhere:owner' }, { $set: { points: 100 } });
    expect(await refusal(newAddress())).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    for (const token of ['made up', '', undefined]) {
      expect(await refusal(newAddress(), ADMIN.password, ADMIN.username, token)).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    }
    const known = (password?: string, username?: string) => refusal(newAddress(), password, username, device_token);
    expect(await signIn(newAddress(), ADMIN.password, 'OWNER', device_token)).toMatchObject({ device_token });
    // It is known for the name that it has signed in with.
    await refusal(newAddress(), 'wrong', 'other');
    await counts().updateOne({ key: 'anywhere:other' }, { $set: { points: 100 } });
    expect(await known('wrong', 'other')).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    for (let turn = 0; turn < limits.signIn.failuresPerName; turn++) {
      expect(await known('wrong')).toMatchObject({ code: 'UNAUTHENTICATED' });
    }
    expect(await known()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const stored = JSON.stringify(await devices().find({}).toArray());
    for (const said of [device_token!, 'owner']) expect(stored.toLowerCase()).not.toContain(said.toLowerCase());
  });

  it('are known no more once the account has a new password, until they sign in with that', async () => {
    const { device_token, userId } = await signIn(newAddress());
    const known = () => refusal(newAddress(), ADMIN.password, ADMIN.username, device_token);
    await refusal(newAddress(), 'wrong');
    const lockOut = () => counts().updateOne({ key: 'anywhere:owner' }, { $set: { points: 100 } });
    await lockOut();
    expect(await known()).toBeUndefined();
    const passwords = { current_password: ADMIN.password, password: ADMIN.password };
    const call = { ...passwords, username: ADMIN.username, address: newAddress() };
    await rpc.call(auth.changePassword, call, { role: 'admin', id: userId, admin_role: 'owner' });
    // Auth hears of the new password by itself. A device that is counted by itself is never told to wait for so long.
    await until(async () => {
      const guess = await refusal(newAddress(), 'wrong', ADMIN.username, device_token);
      return (guess?.retryAfterSeconds ?? 0) > limits.signIn.windowMs / 1_000;
    });
    await counts().updateOne({ key: 'anywhere:owner' }, { $set: { points: 1 } });
    expect(await known()).toBeUndefined();
    await lockOut();
    expect(await known()).toBeUndefined();
  });

  it('are kept of an account up to fifty, which have signed in last', async () => {
    const { device_token } = await signIn(newAddress());
    const mine = await devices().findOne({}, { sort: { seen_at: -1 } });
    const others = Array.from({ length: 60 }, (_, age) => ({
      ...mine!,
      _id: `device ${age}`,
      seen_at: new Date(Date.now() - age * 60_000),
    }));
    await devices().insertMany(others);
    await signIn(newAddress(), ADMIN.password, ADMIN.username, device_token);
    const left = (await devices().find().toArray()).map(({ _id }) => _id);
    const newest = [mine!._id, ...others.slice(0, 49).map(({ _id }) => _id)];
    expect(left.sort()).toEqual(newest.sort());
  });
});
