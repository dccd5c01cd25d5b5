import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountState, type Actor, type AdminRole, type AppError, type Rpc, stateKey, texts, users } from '@sarafa/contracts';
import { Bus, RpcClient, type Running, StateCache } from '@sarafa/server';
import { addShops, natsAndMongo, type Servers, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { z } from 'zod';
import { usersApp } from '../users.app.js';

const PASSWORD = 'a long password';
const UNKNOWN = 'a'.repeat(24);

describe('admins', () => {
  let servers: Servers;
  let bus: Bus;
  let rpc: RpcClient;
  let state: StateCache;
  let running: Running[] = [];
  let first: Actor & { role: 'admin' };

  beforeAll(async () => {
    servers = await natsAndMongo();
  });

  afterAll(() => servers.remove());

  beforeEach(async () => {
    await servers.db.dropDatabase();
    bus = await Bus.connect(servers.nats.url, 'spec');
    rpc = new RpcClient(bus);
    state = new StateCache(bus);
    const env = { ...servers.env, ADMIN_PASSWORD: PASSWORD };
    const config = usersApp.config.parse(env);
    // The first of two replicas makes the first admin.
    running = [await usersApp.start(config), await usersApp.start(config)];
    const { id } = await rpc.call(users.verifyPassword, { username: 'admin', password: PASSWORD }, { role: 'public' });
    first = { role: 'admin', id };
  });

  afterEach(async () => {
    await Promise.all(running.map((app) => app.close()));
    state.onApplicationShutdown();
    await bus.close();
  });

  const newId = () => new mongoose.Types.ObjectId().toHexString();
  const create = (username: string, actor: Actor = first, id = newId()) =>
    rpc.call(users.createAdmin, { id, fields: { username, password: PASSWORD } }, actor);
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error as AppError,
    );
  const list = async () => (await rpc.call(users.listAdmins, {}, first)).map(({ username }) => username);
  const verify = (username: string, password: string) =>
    rpc.call(users.verifyPassword, { username, password }, { role: 'public' });

  it('are an admin’s alone, also past the gateway', async () => {
    const { id } = await create('second');
    const [shop] = (await addShops(servers.db, [{}])) as [string];
    const fields = { username: 'third', password: PASSWORD };
    const calls: [Rpc, unknown][] = [
      [users.listAdmins, {}],
      [users.createAdmin, { id: newId(), fields }],
      [users.updateAdmin, { id, fields }],
      [users.deleteAdmin, { id }],
    ];
    for (const actor of [{ role: 'public' }, { role: 'user', id: shop }, { role: 'user', id }] as Actor[]) {
      for (const [call, input] of calls) {
        expect([call.subject, actor.role, (await refusal(rpc.call(call, input, actor)))?.code]).toEqual([
          call.subject,
          actor.role,
          'FORBIDDEN',
        ]);
      }
    }
    expect(await list()).toEqual(['admin', 'second']);
  });

  it('are made, listed in the order of their making, and published without a secret', async () => {
    const made = [await create('second'), await create('Third')];
    expect(await list()).toEqual(['admin', 'second', 'Third']);
    for (const { id, username } of made) {
      expect(await state.load(accountState, id)).toEqual({
        ...{ role: 'admin', admin_role: 'owner', credentials_version: 1 },
        ...{ username, logo_url: '', shop_name: '', sessions: [] },
      });
    }
    expect(made[0]).toEqual({ id: made[0]!.id, _id: made[0]!.id, username: 'second', logo_url: '', admin_role: 'owner' });
  });

  it('share one username space with shops, in any spelling, also when two come at once', async () => {
    await addShops(servers.db, [{ username: 'Laxmi' }]);
    for (const username of ['LAXMI', 'ADMIN']) {
      expect(await refusal(create(username))).toMatchObject({ code: 'CONFLICT', message: texts.accounts.taken });
    }
    const codes = await Promise.all(['raced', 'RACED', 'Raced'].map(async (name) => (await refusal(create(name)))?.code));
    expect(codes.sort()).toEqual(['CONFLICT', 'CONFLICT', undefined]);
    // One id stands for one account, too.
    const { id } = await create('second');
    expect((await refusal(create('other', first, id)))?.code).toBe('CONFLICT');
  });

  it('change only in what is given; a new password ends all their tokens, nothing else does', async () => {
    const { id } = await create('second');
    const version = async () => (await verify('second', PASSWORD)).credentials_version;
    const before = await version();
    expect(await rpc.call(users.updateAdmin, { id, fields: { username: '', password: '' } }, first)).toMatchObject({
      username: 'second',
    });
    await rpc.call(users.updateAdmin, { id, fields: { username: 'SECOND' }, logo_url: '/media/logos/x' }, first);
    expect(await version()).toBe(before);
    await rpc.call(users.updateAdmin, { id, fields: { password: 'another password' } }, first);
    expect((await refusal(verify('second', PASSWORD)))?.code).toBe('UNAUTHENTICATED');
    const after = await verify('second', 'another password');
    expect(after.credentials_version).toBe(before + 1);
    expect(await state.load(accountState, id)).toMatchObject({
      credentials_version: before + 1,
      username: 'SECOND',
      logo_url: '/media/logos/x',
    });
    expect((await refusal(rpc.call(users.updateAdmin, { id, fields: { username: 'Admin' } }, first)))?.code).toBe('CONFLICT');
  });

  it('change their own password by the current one, which ends all their tokens', async () => {
    const { id } = await create('second');
    const second: Actor = { role: 'admin', id };
    const change = (current_password: string, password: string) =>
      rpc.call(users.changePassword, { current_password, password }, second);
    expect(await refusal(change('a wrong password', 'another password'))).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await change(PASSWORD, 'another password')).toEqual({ id, role: 'admin', credentials_version: 2 });
    expect((await state.load(accountState, id))!.credentials_version).toBe(2);
    expect(await refusal(verify('second', PASSWORD))).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await verify('second', 'another password')).toMatchObject({ id });
    // Of two changes at once only one still names the current password.
    const both = await Promise.allSettled(['first one', 'other one'].map((next) => change('another password', next)));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await rpc.call(users.deleteAdmin, { id }, first);
    expect(await refusal(change('first one', PASSWORD))).toMatchObject({ code: 'UNAUTHENTICATED' });
    const nobody = rpc.call(users.changePassword, { current_password: PASSWORD, password: PASSWORD }, { role: 'public' });
    expect((await refusal(nobody))?.code).toBe('UNAUTHENTICATED');
  });

  it('are not found where there is none, or where the id is a shop’s', async () => {
    const [shop] = (await addShops(servers.db, [{}])) as [string];
    for (const id of [UNKNOWN, shop]) {
      for (const call of [
        rpc.call(users.updateAdmin, { id, fields: { username: 'renamed' } }, first),
        rpc.call(users.deleteAdmin, { id }, first),
      ]) {
        expect(await refusal(call)).toMatchObject({ code: 'NOT_FOUND', message: texts.admins.notFound });
      }
    }
    expect((await servers.db.collection('accounts').findOne({ role: 'user' }))?.['username']).not.toBe('renamed');
  });

  it('go without a trace, but for oneself and the last one', async () => {
    const { id } = await create('second');
    const second: Actor = { role: 'admin', id };
    expect(await refusal(rpc.call(users.deleteAdmin, { id }, second))).toMatchObject({
      code: 'CONFLICT',
      message: texts.admins.self,
    });
    await rpc.call(users.deleteAdmin, { id }, first);
    expect((await refusal(verify('second', PASSWORD)))?.code).toBe('UNAUTHENTICATED');
    await until(async () => (await servers.db.collection('accounts').countDocuments()) === 1);
    expect(await state.load(accountState, id)).toBeNull();
    // The gateway already takes this admin for deleted, so the admin must not be able to delete the last one.
    expect(await refusal(rpc.call(users.deleteAdmin, { id: first.id }, second))).toMatchObject({
      code: 'CONFLICT',
      message: texts.admins.last,
    });
    // The username is free again.
    await create('SECOND');
  });

  describe('with a role', () => {
    const make = async (username: string, admin_role: AdminRole) => {
      const made = await rpc.call(
        users.createAdmin,
        { id: newId(), fields: { username, password: PASSWORD, admin_role } },
        first,
      );
      return { role: 'admin', id: made.id, admin_role } as const;
    };
    const change = (id: string, fields: object, actor: Actor = first) => rpc.call(users.updateAdmin, { id, fields }, actor);
    const stored = async (id: string) => (await servers.db.collection('accounts').findOne({ _id: asStored(id) }))!;
    const asStored = (id: string) => new mongoose.Types.ObjectId(id) as never;

    it('are made, listed, published and changed with it; to no other than the three', async () => {
      const { id } = await make('second', 'viewer');
      expect((await rpc.call(users.listAdmins, {}, first)).map(({ admin_role }) => admin_role)).toEqual(['owner', 'viewer']);
      expect(await state.load(accountState, id)).toMatchObject({ role: 'admin', admin_role: 'viewer' });
      // What signs in is an admin of whatever role.
      expect(await verify('second', PASSWORD)).toMatchObject({ id, role: 'admin' });
      for (const admin_role of ['operator', 'owner', 'viewer']) {
        expect(await change(id, { admin_role, username: `is-${admin_role}` })).toMatchObject({ admin_role });
        expect(await state.load(accountState, id)).toMatchObject({
          admin_role,
          username: `is-${admin_role}`,
          credentials_version: 1,
        });
      }
      expect(await change(id, { username: 'renamed' })).toMatchObject({ admin_role: 'viewer' });
      const refused = await refusal(change(id, { admin_role: 'admin' }));
      expect(refused).toMatchObject({ code: 'INVALID_INPUT', details: [{ path: 'fields.admin_role' }] });
    });

    it('are no admin to a release that knows no roles, which takes each for an owner', async () => {
      const { id } = await make('second', 'operator');
      const asThere = stateKey('accounts/*', z.object({ role: z.enum(['admin', 'user']) }));
      expect(await state.ask(asThere, first.id)).toEqual({ role: 'admin' });
      expect(await refusal(state.ask(asThere, id))).toMatchObject({ code: 'UNAVAILABLE' });
      // Its users look for admins by this word, for example for another one before they delete the last.
      const admins = servers.db.collection('accounts').find({ role: 'admin' });
      expect((await admins.toArray()).map(({ username }) => username as string)).toEqual(['admin']);
    });

    it('change nothing as a viewer but their own password and sessions, and admins only as an owner; also past the gateway', async () => {
      const [viewer, operator] = [await make('viewer', 'viewer'), await make('operator', 'operator')];
      const [shop] = (await addShops(servers.db, [{}])) as [string];
      const owners: [Rpc, unknown][] = [
        [users.createAdmin, { id: newId(), fields: { username: 'third', password: PASSWORD } }],
        [users.updateAdmin, { id: operator.id, fields: { admin_role: 'owner' } }],
        [users.deleteAdmin, { id: viewer.id }],
        [users.deleteShop, { id: shop }],
      ];
      const operators: [Rpc, unknown][] = [
        [users.updateShop, { id: shop, fields: { password: 'another password' } }],
        [users.setSubscription, { id: shop, fields: { active: true } }],
        [users.setMuteState, { id: shop, fields: { default_mute_state: true } }],
      ];
      const codes = async (calls: [Rpc, unknown][], actor: Actor) =>
        Promise.all(calls.map(async ([call, input]) => (await refusal(rpc.call(call, input, actor)))?.code));
      expect(await codes(owners, operator)).toEqual(owners.map(() => 'FORBIDDEN'));
      expect(await codes(operators, operator)).toEqual(operators.map(() => undefined));
      expect(await codes([...owners, ...operators], viewer)).toEqual([...owners, ...operators].map(() => 'FORBIDDEN'));
      expect(
        await codes(
          [
            [users.listAdmins, {}],
            [users.listShops, {}],
            [users.getShop, { id: shop }],
          ],
          viewer,
        ),
      ).toEqual([...[undefined, undefined, undefined]]);
      const own: [Rpc, unknown][] = [
        [users.changePassword, { current_password: PASSWORD, password: 'another password' }],
        [users.endSessions, {}],
      ];
      for (const call of own) expect(await codes([call], viewer)).toEqual([undefined]);
    });

    it('keep an owner: the last one neither gets another role nor goes, beside whatever others', async () => {
      const { id } = await make('second', 'operator');
      const last = { code: 'CONFLICT', message: texts.admins.last };
      expect(await refusal(change(first.id, { admin_role: 'viewer', username: 'renamed' }))).toMatchObject(last);
      expect(await refusal(rpc.call(users.deleteAdmin, { id: first.id }, { role: 'admin', id: UNKNOWN }))).toMatchObject(last);
      expect(await stored(first.id)).toMatchObject({ username: 'admin', role: 'admin' });
      // Who isn't an owner may go, and change, beside the last one.
      expect(await change(id, { admin_role: 'viewer' })).toMatchObject({ admin_role: 'viewer' });
      await change(id, { admin_role: 'owner' });
      expect(await change(first.id, { admin_role: 'operator' }, { role: 'admin', id })).toMatchObject({
        admin_role: 'operator',
      });
      await rpc.call(users.deleteAdmin, { id: first.id }, { role: 'admin', id });
      expect(await refusal(change(id, { admin_role: 'operator' }, { role: 'admin', id }))).toMatchObject(last);
    });

    it('keep their role when the new name is taken, and leave no mark that counts against others', async () => {
      const { id } = await make('second', 'owner');
      expect(await refusal(change(id, { admin_role: 'viewer', username: 'ADMIN' }))).toMatchObject({
        code: 'CONFLICT',
        message: texts.accounts.taken,
      });
      expect(await change(first.id, { admin_role: 'viewer' })).toMatchObject({ admin_role: 'viewer' });
      // Nor does the refusal of the last one, nor the change that somebody was an owner before.
      const by = { role: 'admin', id } as const;
      expect(await refusal(change(id, { admin_role: 'viewer' }, by))).toMatchObject({ message: texts.admins.last });
      await change(first.id, { admin_role: 'owner' }, by);
      const together = ['viewer', 'operator', 'viewer', 'operator'] as const;
      await Promise.all(together.map((admin_role) => change(first.id, { admin_role }, by)));
      await change(first.id, { admin_role: 'owner' }, by);
      expect(await change(id, { admin_role: 'viewer' })).toMatchObject({ admin_role: 'viewer' });
    });

    it('count again some seconds after a change that took their role was interrupted', async () => {
      const { id } = await make('second', 'owner');
      const marked = (secondsAgo: number) => {
        const leaving = mongoose.Types.ObjectId.createFromTime(Math.floor(Date.now() / 1_000) - secondsAgo);
        return servers.db.collection('accounts').updateOne({ username: 'second' }, { $set: { leaving } });
      };
      await marked(0);
      expect(await refusal(change(first.id, { admin_role: 'viewer' }))).toMatchObject({ message: texts.admins.last });
      await marked(15);
      expect(await change(first.id, { admin_role: 'viewer' }, { role: 'admin', id })).toMatchObject({ admin_role: 'viewer' });
    });
  });

  it('never all go, however they delete and demote each other', async () => {
    const accounts = servers.db.collection('accounts');
    // Without its mark, one round in five leaves no admin.
    for (let round = 0; round < 50; round++) {
      await accounts.deleteMany({ role: 'admin' });
      const ids = await addShops(
        servers.db,
        [1, 2, 3].map(() => ({ role: 'admin', unpublished: false })),
      );
      const deletions = ids.flatMap((id) => ids.filter((other) => other !== id).map((other) => ({ id: other, by: id })));
      const fields = { admin_role: 'viewer' };
      await Promise.all(
        deletions.map(({ id, by }, index) =>
          refusal(
            (round + index) % 2 === 0
              ? rpc.call(users.deleteAdmin, { id }, { role: 'admin', id: by })
              : rpc.call(users.updateAdmin, { id, fields }, { role: 'admin', id: by }),
          ),
        ),
      );
      expect(await accounts.countDocuments({ role: 'admin' })).toBeGreaterThan(0);
    }
  });
});
