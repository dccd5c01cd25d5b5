import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { accountState, type Actor, type AppError, limits, texts, users } from '@sarafa/contracts';
import { Bus, RpcClient, StateCache } from '@sarafa/server';
import { natsAndMongo, type Servers, totpCode, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { usersApp } from '../users.app.js';

const PASSWORD = 'a long password';
const PUBLIC: Actor = { role: 'public' };
const session = {
  ...{ device: 'Chrome on Android', address: '198.51.100.0/24' },
  lifeS: { admin: 3_600, user: 7_200 },
};

describe('ADMIN_SECOND_FACTOR', () => {
  let servers: Servers;
  let bus: Bus;
  let rpc: RpcClient;
  let state: StateCache;

  beforeAll(async () => {
    servers = await natsAndMongo();
    bus = await Bus.connect(servers.nats.url, 'spec');
    rpc = new RpcClient(bus);
    state = new StateCache(bus);
  });
  afterAll(async () => {
    state.onApplicationShutdown();
    await bus.close();
    await servers.remove();
  });

  const start = (ADMIN_SECOND_FACTOR: string) =>
    usersApp.start(usersApp.config.parse({ ...servers.env, ADMIN_PASSWORD: PASSWORD, ADMIN_SECOND_FACTOR }));
  const signIn = (username = 'admin') => {
    const second = { host: 'rates.example.com' };
    return rpc.call(users.verifyPassword, { username, password: PASSWORD, session, second }, PUBLIC);
  };
  const refused = (username?: string) =>
    signIn(username).then(
      () => undefined,
      (error: unknown) => error as AppError,
    );
  const dueOf = async (username = 'admin') => {
    const found = await servers.db.collection('accounts').findOne({ username });
    return found!['factor_due'] as Date | undefined;
  };
  const isOver = (username = 'admin') =>
    servers.db.collection('accounts').updateOne({ username }, { $set: { factor_due: new Date(Date.now() - 1_000) } });

  it('lets admins in for seven days from the first start, tells them so, and then no more until they are reset', async () => {
    const optional = await start('optional');
    const { id } = await signIn();
    const actor = { role: 'admin', id, admin_role: 'owner' } as const;
    expect(await dueOf()).toBeUndefined();
    await optional.close();

    // By a clock that is eight days behind: the grace would be over once that one is right.
    const ofMachine = Date.now.bind(Date);
    const behind = jest.spyOn(Date, 'now').mockImplementation(() => ofMachine() - 8 * 86_400_000);
    let app = await start('required');
    behind.mockRestore();
    const due = await dueOf();
    expect(Math.abs(due!.getTime() - Date.now() - limits.secondStep.graceMs)).toBeLessThan(60_000);
    const told = async () => (await state.ask(accountState, id))?.factor_due;
    await until(async () => (await told()) === due!.toISOString());
    await signIn();
    // Another start doesn't begin the grace anew.
    await app.close();
    app = await start('required');
    expect(await dueOf()).toEqual(due);

    // An admin who is made later has a grace of its own, a shop has none.
    const [later, shop] = [new mongoose.Types.ObjectId().toHexString(), new mongoose.Types.ObjectId().toHexString()];
    await rpc.call(users.createAdmin, { id: later, fields: { username: 'later', password: PASSWORD } }, actor);
    await rpc.call(users.createShop, { id: shop, fields: { username: 'shop', password: PASSWORD } }, actor);
    await signIn('later');
    expect((await dueOf('later'))!.getTime()).toBeGreaterThan(due!.getTime());
    await isOver();
    await isOver('shop');
    await signIn('shop');
    expect(await refused()).toMatchObject({ code: 'FORBIDDEN', message: texts.factors.overdue });
    // Nor does a session that still goes on get another token, or another grace.
    const again = { current_password: PASSWORD, password: `${PASSWORD} 2`, session };
    await expect(rpc.call(users.changePassword, again, actor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(rpc.call(users.resetFactors, { id }, actor)).rejects.toMatchObject({ code: 'CONFLICT' });

    const other = { ...actor, id: later };
    await rpc.call(users.resetFactors, { id }, other);
    // Within a grace there is nothing to reset.
    await expect(rpc.call(users.resetFactors, { id }, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await signIn();
    const { secret } = await rpc.call(users.beginTotp, {}, actor);
    await rpc.call(users.confirmTotp, { code: totpCode(secret) }, actor);
    await until(async () => (await told()) === undefined);
    await isOver();
    expect(await refused()).toMatchObject({ code: 'SECOND_FACTOR_NEEDED' });
    // The last one stays.
    const [factor] = await rpc.call(users.listFactors, {}, actor);
    await expect(rpc.call(users.removeFactor, { id: factor!.id }, actor)).rejects.toMatchObject({ code: 'CONFLICT' });
    await app.close();

    // Where it is required no more, the next time begins anew.
    app = await start('optional');
    expect(await dueOf()).toBeUndefined();
    await rpc.call(users.removeFactor, { id: factor!.id }, actor);
    await signIn();
    await app.close();
  });
});
