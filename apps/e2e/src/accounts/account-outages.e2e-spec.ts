import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ShopDashboard } from '@sarafa/contracts';
import {
  DIE_WHEN_WRITING,
  EventStream,
  keysInKv,
  mediaFile,
  objectsIn,
  setCustomTables,
  type SignedInCaller,
  signIn,
  until,
} from '@sarafa/testing';
import sharp from 'sharp';
import { upload } from '../shared/ads.js';
import { partsHarness } from '../shared/parts.js';
import { ADMIN } from '../shared/harness.js';

const PASSWORD = 'password of a shop';

/** Each part runs in a process of its own. */
describe('an account', () => {
  const w = partsHarness();
  let admin: SignedInCaller;
  let count = 0;

  beforeAll(async () => {
    await w.startParts({ SWEEP_MS: '200', DIES_WHEN: join(w.dir, 'now') }, { users: ['--import', DIE_WHEN_WRITING] });
    admin = await signIn(w.parts.gateway.url, ADMIN.username, ADMIN.password);
  });

  const logo = () =>
    sharp({ create: { width: 64, height: 64, channels: 4, background: 'gold' } })
      .png()
      .toBuffer();
  const createShop = async () => {
    await w.allReady();
    const form = new FormData();
    for (const [name, value] of Object.entries({ username: `shop.${++count}`, password: PASSWORD, shop_name: 'Before' }))
      form.set(name, value);
    form.set('logo', new Blob([new Uint8Array(await logo())]), 'logo.png');
    const { status, body } = await admin.call('post', '/user/create', form);
    expect([status, (body as { message: string }).message]).toEqual([201, 'User created successfully']);
    return (body as { user: ShopDashboard }).user;
  };
  /** Everything that still names the shop, in any store. */
  const tracesOf = async (id: string) => {
    const found: string[] = [];
    for (const { name } of await w.db.db!.listCollections().toArray()) {
      for (const document of await w.db.collection(name).find({}).toArray()) {
        if (JSON.stringify(document).includes(id)) found.push(`${name} ${String(document._id)}`);
      }
    }
    const [objects, keys] = await Promise.all([objectsIn(w.s3), keysInKv(w.nats.url)]);
    return [...found, ...objects, ...keys].filter((name) => name.includes(id));
  };
  const profiles = (stream: EventStream) => stream.since(0, 'profile').map(({ data }) => data as ShopDashboard);

  it('that was saved by a process which then died is on its board when it is back', async () => {
    const shop = await createShop();
    const stream = await EventStream.open(`${w.parts.gateway.url}/boards/${shop.id}/events`);
    await until(() => profiles(stream).length > 0);
    await writeFile(join(w.dir, 'now'), 'profile');
    // No answer comes, so the caller can't know whether the change was saved. It was saved.
    const lost = await admin.call('put', `/user/update/${shop.id}`, { shop_name: 'After', gold_margin: 2.5 });
    expect(lost.status).toBe(503);
    const saved = await w.db.collection('accounts').findOne({ username: shop.username });
    expect(saved).toMatchObject({ shop_name: 'After', unpublished: true });
    expect(profiles(stream).at(-1)!.shop_name).toBe('Before');
    await rm(join(w.dir, 'now'));
    await w.parts.users.start();
    await until(() => profiles(stream).at(-1)!.shop_name === 'After' && profiles(stream).at(-1)!.gold_margin === 2.5);
    stream.close();
  });

  it('that was made by a process which then died is answered when its making is repeated with the same key', async () => {
    await w.allReady();
    const form = async (username: string) => {
      const sent = new FormData();
      for (const [name, value] of Object.entries({ username, password: PASSWORD })) sent.set(name, value);
      sent.set('logo', new Blob([new Uint8Array(await logo())]), 'logo.png');
      return sent;
    };
    const make = async (username: string, key: string, by = admin) =>
      by.call('post', '/user/create', await form(username), { 'idempotency-key': key });
    const [username, key] = [`shop.${++count}`, `first-${'k'.repeat(16)}`];
    expect(await make(username, 'too short')).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    await writeFile(join(w.dir, 'now'), 'profile');
    expect((await make(username, key)).status).toBe(503);
    const saved = (await w.db.collection('accounts').findOne({ username }))!;
    const logos = (await objectsIn(w.s3)).filter((name) => name.startsWith('logos/'));
    await rm(join(w.dir, 'now'));
    await w.parts.users.start();
    await w.allReady();

    const repeated = await make(username, key);
    expect(repeated).toMatchObject({ status: 201, body: { message: 'User created successfully' } });
    const { user } = repeated.body as { user: ShopDashboard };
    expect([user.id, user.logo_url]).toEqual([String(saved._id), saved['logo_url']]);
    expect(await w.db.collection('accounts').countDocuments({ username })).toBe(1);
    // The logo that came with the repetition belongs to no account.
    expect((await objectsIn(w.s3)).filter((name) => name.startsWith('logos/')).sort()).toEqual(logos.sort());
    expect((await (await fetch(`${w.parts.gateway.url}/user/dashboard/${user.id}`)).json()) as object).toMatchObject({
      username,
    });

    expect((await make(username, `other-${'k'.repeat(16)}`)).status).toBe(409);
    const colleague = { username: `admin.${count}`, password: PASSWORD };
    expect((await admin.call('post', '/admin/create', colleague)).status).toBe(201);
    const other = await signIn(w.parts.gateway.url, colleague.username, colleague.password);
    expect(await make(username, key, other)).toMatchObject({ status: 409, body: { message: 'This username is taken' } });
  });

  it('that was changed while NATS was away is on its board when it is back', async () => {
    const shop = await createShop();
    const stream = await EventStream.open(`${w.parts.gateway.url}/boards/${shop.id}/events`);
    await until(() => profiles(stream).length > 0);
    await w.nats.stop('SIGKILL');
    expect((await admin.call('put', `/user/update/${shop.id}`, { shop_name: 'Lost' })).status).toBe(503);
    await w.nats.start();
    await until(async () => (await admin.call('put', `/user/update/${shop.id}`, { shop_name: 'After' })).status === 200);
    await until(() => profiles(stream).at(-1)!.shop_name === 'After');
    stream.close();
  });

  it.each([
    ['with everything up', [], []],
    ['with media and pricing down and NATS started anew meanwhile', ['media', 'pricing'], ['nats', 'media', 'pricing']],
  ] as const)('leaves nothing behind when it is deleted %s', async (_, down, back) => {
    const shop = await createShop();
    await setCustomTables(w.db, shop.id, [{ title: 'Coin', price: 100 }]);
    await until(
      async () =>
        ((await (await fetch(`${w.parts.gateway.url}/user/custom-tables/public/${shop.id}`)).json()) as unknown[]).length === 1,
    );
    const own = await signIn(w.parts.gateway.url, shop.username, PASSWORD);
    const list = { rev: 0, rows_mode: 'own', rows: [] };
    expect((await own.call('put', `/user/rate-rows/${shop.id}`, list)).status).toBe(200);
    const end = new Date(Date.now() + 3_600_000).toISOString();
    expect((await own.call('put', `/user/rates/hold/${shop.id}`, { until: end })).status).toBe(200);
    for (const name of ['picture.jpg', 'h264.mp4']) expect((await upload(own, mediaFile(name), name)).status).toBe(201);
    const stream = await EventStream.open(`${w.parts.gateway.url}/boards/${shop.id}/events`);
    await until(() => profiles(stream).length > 0);
    const before = await tracesOf(shop.id);
    for (const kind of ['accounts', 'advertisements', 'custom_tables', 'rate_rows', 'holds', 'logos', 'ads/'])
      expect(before.join()).toContain(kind);
    for (const name of down) await w.parts[name].stop('SIGKILL');

    expect(await admin.call('delete', `/user/delete/${shop.id}`)).toMatchObject({
      status: 200,
      body: { message: 'User deleted successfully' },
    });
    // Sign-in and board are gone at once, whatever is down.
    expect((await own.call('get', '/auth/me')).status).toBe(401);
    await until(() => stream.since(0, 'gone').length === 1);
    await until(() => !stream.isOpen);
    for (const path of [`/boards/${shop.id}/events`, `/user/dashboard/${shop.id}`, `/prices/user/${shop.id}`]) {
      expect([path, (await fetch(w.parts.gateway.url + path)).status]).toEqual([path, 404]);
    }
    // The username is free again.
    expect((await admin.call('post', '/user/create', { username: shop.username, password: PASSWORD })).status).toBe(201);

    for (const name of back) {
      if (name === 'nats') await w.nats.stop('SIGKILL').then(() => w.nats.start());
      else await w.parts[name].start();
    }
    let left: string[] = [];
    await until(async () => (left = await tracesOf(shop.id).catch(() => ['?'])).length === 0).catch(() => undefined);
    expect(left).toEqual([]);
  });

  it('is signed out nowhere by a NATS that lost its data', async () => {
    await w.nats.stop('SIGKILL');
    await w.nats.wipe();
    await w.nats.start();
    const answers = new Set<number>();
    await until(async () => {
      const { status } = await admin.call('get', '/auth/me');
      answers.add(status);
      return status === 200;
    });
    // Never 401, because a client that is told 401 forgets its token.
    expect([...answers].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    // A gateway that has just started has nothing in its memory.
    await w.parts.gateway.restart('SIGKILL');
    await until(async () => (await admin.call('get', '/auth/me')).status === 200);
  });
});
