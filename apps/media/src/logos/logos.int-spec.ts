import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { users } from '@sarafa/contracts';
import { mediaFile, objectsIn, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import sharp from 'sharp';
import { mediaHarness, newId } from '../testing/media-harness.js';

/** Long enough for everything that follows from a change. */
const SETTLED_MS = 400;

describe('logos', () => {
  const w = mediaHarness();
  let png: Uint8Array<ArrayBuffer>;

  beforeAll(async () => {
    const picture = sharp({ create: { width: 64, height: 64, channels: 4, background: 'gold' } }).png();
    png = new Uint8Array(await picture.toBuffer());
  });

  const upload = (id: string, file = png) =>
    fetch(`${w.urls[0]}/logos/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${w.token}`, 'content-type': 'application/octet-stream' },
      body: file,
    });
  const store = async (id: string) => {
    const answer = await upload(id);
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { logo_url: string }).logo_url;
  };
  const discard = (id: string, url: string) =>
    fetch(`${w.urls[0]}/logos/${id}?url=${encodeURIComponent(url)}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${w.token}` },
    });
  const createShop = async () => (await w.createShop()).id;
  const save = (id: string, logo_url: string) => w.rpc.call(users.updateShop, { id, fields: {}, logo_url }, w.admin);
  const isServed = async (url: string) => (await fetch(w.urls[0] + url)).status === 200;
  /** The objects and records that name the account. */
  const traces = async (id: string) => {
    const records = await w.servers.db.collection('logos').find({ account_id: id }).toArray();
    return [...records.map(({ _id }) => String(_id)), ...(await objectsIn(w.s3))].filter((key) => key.includes(id));
  };

  it('that were replaced go after the grace, and not before, and none goes that is in use', async () => {
    await w.start({ LOGO_GRACE_MS: '6000', SWEEP_MS: '100' });
    const [shop, other] = [await createShop(), await createShop()];
    const [first, others] = [await store(shop), await store(other)];
    await Promise.all([save(shop, first), save(other, others)]);
    await until(async () => (await w.servers.db.collection('logos').countDocuments({ used: true })) >= 2);
    const second = await store(shop);
    await save(shop, second);
    const byShop = { account_id: shop };
    const left = () => w.servers.db.collection('logos').findOne({ ...byShop, left_at: { $type: 'date' } });
    await until(left);
    expect(await isServed(first)).toBe(true);
    // An account may take it again, as where two were saved at once.
    await save(shop, first);
    await until(async () => (await w.servers.db.collection('logos').countDocuments({ ...byShop, left_at: null })) === 2);
    await save(shop, second);
    const { left_at } = await until(left);
    // The record is removed after the bytes.
    await until(async () => (await traces(shop)).length === 2);
    expect(Date.now() - left_at.getTime()).toBeGreaterThanOrEqual(6_000);
    expect(await isServed(first)).toBe(false);
    for (const url of [second, others]) expect(await isServed(url)).toBe(true);
  });

  it.each([
    ['avif', 201],
    ['heic', 415],
  ])('that declare HEIF first and %s behind it are answered %d', async (declared, status) => {
    const file = mediaFile('picture.avif');
    for (const [at, brand] of [
      [8, 'mif1'],
      [16, declared],
    ] as const)
      file.write(brand, at, 'latin1');
    expect((await upload(await createShop(), new Uint8Array(file))).status).toBe(status);
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
    await w.start({ LOGO_GRACE_MS: '2000' });
    const storedAt = Date.now();
    const url = await store(id);
    // A new replica looks at once, and again when the time is over of what it has seen.
    await w.start({ LOGO_GRACE_MS: '2000' });
    await until(async () => (await traces(id)).length === 0);
    expect(Date.now() - storedAt).toBeGreaterThanOrEqual(2_000);
    expect(await isServed(url)).toBe(false);
  });

  it('of an account that users does not know any more go after the grace, and not before', async () => {
    const shop = await createShop();
    const url = await store(shop);
    await save(shop, url);
    await until(async () => (await w.servers.db.collection('logos').countDocuments({ account_id: shop, used: true })) === 1);
    await w.servers.db.collection('accounts').deleteOne({ _id: new mongoose.Types.ObjectId(shop) });
    const deletedAt = Date.now();
    await w.start({ LOGO_GRACE_MS: '2000', SWEEP_MS: '100' });
    await until(async () => (await traces(shop)).length === 0);
    expect(Date.now() - deletedAt).toBeGreaterThanOrEqual(2_000);
    expect(await isServed(url)).toBe(false);
  });

  it('are discarded only where their account does not have them', async () => {
    const shop = await createShop();
    const [used, unused] = [await store(shop), await store(shop)];
    await save(shop, used);
    for (const url of [used, unused, '', '/media/logos/x']) expect((await discard(shop, url)).status).toBe(204);
    expect([await isServed(used), await isServed(unused)]).toEqual([true, false]);
    // A logo isn't found under another account's name.
    const other = await store(await createShop());
    await discard(shop, other);
    expect(await isServed(other)).toBe(true);
  });

  it('in use stay while nobody can say so: without users, and with a NATS that lost its data', async () => {
    const shop = await createShop();
    const url = await store(shop);
    await save(shop, url);
    await w.parts.users.stop('SIGKILL');
    await w.start({ LOGO_GRACE_MS: '0' });
    await sleep(SETTLED_MS);
    expect(await isServed(url)).toBe(true);
    await w.servers.nats.stop('SIGKILL');
    await w.servers.nats.wipe();
    await w.servers.nats.start();
    await w.start({ LOGO_GRACE_MS: '0' });
    await sleep(SETTLED_MS);
    expect(await isServed(url)).toBe(true);
    await w.parts.users.start();
    await w.start({ LOGO_GRACE_MS: '0' });
    await sleep(SETTLED_MS);
    expect(await isServed(url)).toBe(true);
    // The sweep hasn't merely failed: it still removes what it should.
    const id = newId();
    await until(async () => (await upload(id)).status === 201);
    await w.start({ LOGO_GRACE_MS: '0' });
    await until(async () => (await traces(id)).length === 0);
  });

  it('leave no trace when their account is deleted while they are stored', async () => {
    const shop = await createShop();
    await save(shop, await store(shop));
    w.line.hold('PUT ');
    const uploading = upload(shop);
    await until(() => w.line.isHolding);
    await w.rpc.call(users.deleteShop, { id: shop }, w.admin);
    await until(async () => (await w.servers.db.collection('logos').countDocuments({ account_id: shop })) === 0);
    w.line.letGo();
    expect((await uploading).status).toBe(404);
    expect(await traces(shop)).toEqual([]);
  });

  it('can’t be stored while S3 is down, and leave no trace then', async () => {
    const id = newId();
    await w.s3.stop('SIGKILL');
    const answer = await upload(id);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, 'UNAVAILABLE']);
    await w.s3.start();
    await w.start({ LOGO_GRACE_MS: '0' });
    await until(async () => (await traces(id)).length === 0);
  });

  it('wait for no S3 that says nothing, and come again when it does', async () => {
    w.line.hold();
    const id = newId();
    expect((await upload(id)).status).toBe(503);
    w.line.letGo();
    await store(id);
  });
});
