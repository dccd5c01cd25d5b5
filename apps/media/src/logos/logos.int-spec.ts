import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Actor, auth, users } from '@sarafa/contracts';
import { Bus, RpcClient, type Running } from '@sarafa/server';
import {
  database,
  type Database,
  freePort,
  type HeldLine,
  heldLine,
  minio,
  mongod,
  natsServer,
  objectsIn,
  type RunningApp,
  type S3Server,
  type Server,
  startApp,
  until,
} from '@sarafa/testing';
import mongoose from 'mongoose';
import sharp from 'sharp';
import { mediaApp } from '../media.app.js';

const ADMIN = { username: 'Owner', password: 'a long password' };
/** Long enough for whatever a change sets off. */
const SETTLED_MS = 400;

describe('logos', () => {
  let nats: Server;
  let mongo: Server;
  let s3: S3Server;
  let line: HeldLine;
  let db: Database;
  let bus: Bus;
  let rpc: RpcClient;
  let parts: Record<'users' | 'auth', RunningApp>;
  let admin: Actor;
  let token: string;
  let door: string;
  let media: Running | undefined;
  let png: Uint8Array<ArrayBuffer>;
  let count = 0;

  beforeAll(async () => {
    [nats, mongo, s3] = await Promise.all([natsServer(), mongod(), minio()]);
    [db, line] = await Promise.all([database(mongo.url), heldLine(s3.url)]);
    const env = {
      ...{ NATS_URL: nats.url, MONGO_URL: mongo.url, SWEEP_MS: '100' },
      ...{ ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password },
    };
    parts = { users: await startApp('users', { env }), auth: await startApp('auth', { env }) };
    bus = await Bus.connect(nats.url, 'spec');
    rpc = new RpcClient(bus);
    const signedIn = await rpc.call(auth.signIn, { ...ADMIN, address: '192.0.2.1' }, { role: 'public' });
    admin = { role: 'admin', id: signedIn.userId };
    ({ token } = signedIn);
    const picture = sharp({ create: { width: 64, height: 64, channels: 4, background: 'gold' } }).png();
    png = new Uint8Array(await picture.toBuffer());
  }, 60_000);

  afterAll(async () => {
    line.close();
    await bus.close();
    await Promise.all(Object.values(parts).map((part) => part.stop('SIGKILL')));
    await db.close();
    await Promise.all([nats.remove(), mongo.remove(), s3.remove()]);
  });

  beforeEach(() => start());

  afterEach(async () => {
    line.letGo();
    await media?.close();
  });

  /** A new start sweeps at once. */
  const start = async (env: Record<string, string> = {}) => {
    await media?.close();
    media = undefined;
    const port = String(await freePort());
    const given = { NATS_URL: nats.url, MONGO_URL: mongo.url, MEDIA_PORT: port, SWEEP_MS: '100', ...env };
    const { accessKey, secretKey } = s3;
    const files = { S3_ENDPOINT: line.url, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
    media = await mediaApp.start(mediaApp.config.parse({ ...given, ...files }));
    door = `http://127.0.0.1:${port}`;
  };
  const newId = () => new mongoose.Types.ObjectId().toHexString();
  const upload = (id: string) =>
    fetch(`${door}/logos/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: png,
    });
  const store = async (id: string) => {
    const answer = await upload(id);
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { logo_url: string }).logo_url;
  };
  const discard = (id: string, url: string) =>
    fetch(`${door}/logos/${id}?url=${encodeURIComponent(url)}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
  const createShop = async () => {
    const id = newId();
    await rpc.call(users.createShop, { id, fields: { username: `shop.${++count}`, password: 'a long password' } }, admin);
    return id;
  };
  const save = (id: string, logo_url: string) => rpc.call(users.updateShop, { id, fields: {}, logo_url }, admin);
  const isServed = async (url: string) => (await fetch(door + url)).status === 200;
  /** Objects and records that name the account. */
  const traces = async (id: string) => {
    const records = await db.collection('logos').find({ account_id: id }).toArray();
    return [...records.map(({ _id }) => String(_id)), ...(await objectsIn(s3))].filter((key) => key.includes(id));
  };

  it('that were replaced go as soon as their account has another, and none goes that is in use', async () => {
    const [shop, other] = [await createShop(), await createShop()];
    const [first, others] = [await store(shop), await store(other)];
    await Promise.all([save(shop, first), save(other, others)]);
    await until(async () => (await db.collection('logos').countDocuments({ used: true })) >= 2);
    const second = await store(shop);
    expect(await isServed(first)).toBe(true);
    await save(shop, second);
    await until(async () => !(await isServed(first)));
    expect(await traces(shop)).toHaveLength(2);
    for (const url of [second, others]) expect(await isServed(url)).toBe(true);
  });

  it('stay when two are saved at once, and the older one comes last', async () => {
    const shop = await createShop();
    const [older, newer] = [await store(shop), await store(shop)];
    await save(shop, newer);
    await sleep(SETTLED_MS);
    await save(shop, older);
    await sleep(SETTLED_MS);
    expect(await isServed(older)).toBe(true);
  });

  it('that no account took go after the grace, and not before', async () => {
    const id = newId();
    await start({ LOGO_GRACE_MS: '2000' });
    const storedAt = Date.now();
    const url = await store(id);
    await start({ LOGO_GRACE_MS: '2000' });
    await sleep(SETTLED_MS);
    expect(Date.now() - storedAt).toBeLessThan(2_000);
    expect(await isServed(url)).toBe(true);
    await sleep(storedAt + 2_100 - Date.now());
    await start({ LOGO_GRACE_MS: '2000' });
    await until(async () => (await traces(id)).length === 0);
  });

  it('are discarded only where their account does not have them', async () => {
    const shop = await createShop();
    const [used, unused] = [await store(shop), await store(shop)];
    await save(shop, used);
    for (const url of [used, unused, '', '/media/logos/x']) expect((await discard(shop, url)).status).toBe(204);
    expect([await isServed(used), await isServed(unused)]).toEqual([true, false]);
    // Under another account's name it isn't found.
    const other = await store(await createShop());
    await discard(shop, other);
    expect(await isServed(other)).toBe(true);
  });

  it('in use stay while nobody can say so: without users, and with a NATS that lost its data', async () => {
    const shop = await createShop();
    const url = await store(shop);
    await save(shop, url);
    await parts.users.stop('SIGKILL');
    await start({ LOGO_GRACE_MS: '0' });
    await sleep(SETTLED_MS);
    expect(await isServed(url)).toBe(true);
    await nats.stop('SIGKILL');
    await nats.wipe();
    await nats.start();
    await start({ LOGO_GRACE_MS: '0' });
    await sleep(SETTLED_MS);
    expect(await isServed(url)).toBe(true);
    await parts.users.start();
    await start({ LOGO_GRACE_MS: '0' });
    await sleep(SETTLED_MS);
    expect(await isServed(url)).toBe(true);
    // Nor did the sweep only fail: it goes on working.
    const id = newId();
    await until(async () => (await upload(id)).status === 201);
    await start({ LOGO_GRACE_MS: '0' });
    await until(async () => (await traces(id)).length === 0);
  }, 60_000);

  it('leave no trace when their account is deleted while they are stored', async () => {
    const shop = await createShop();
    await save(shop, await store(shop));
    line.hold('PUT ');
    const uploading = upload(shop);
    await until(() => line.isHolding);
    await rpc.call(users.deleteShop, { id: shop }, admin);
    await until(async () => (await db.collection('logos').countDocuments({ account_id: shop })) === 0);
    line.letGo();
    expect((await uploading).status).toBe(404);
    expect(await traces(shop)).toEqual([]);
  });

  it('can’t be stored while S3 is down, and leave no trace then', async () => {
    const id = newId();
    await s3.stop('SIGKILL');
    const answer = await upload(id);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, 'UNAVAILABLE']);
    await s3.start();
    await start({ LOGO_GRACE_MS: '0' });
    await until(async () => (await traces(id)).length === 0);
  }, 30_000);

  it('wait for no S3 that says nothing, and come again when it does', async () => {
    line.hold();
    const id = newId();
    expect((await upload(id)).status).toBe(503);
    line.letGo();
    await store(id);
  }, 30_000);

  it('are stored in an S3 that lost its data', async () => {
    await store(newId());
    await s3.stop('SIGKILL');
    await s3.wipe();
    await s3.start();
    const id = newId();
    await until(async () => (await upload(id)).status === 201, 5_000);
  }, 30_000);
});
