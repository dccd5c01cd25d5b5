import { request } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { type OwnAdvertisement, texts } from '@sarafa/contracts';
import { mediaFile, objectsIn, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { mediaHarness, newId } from '../testing/media-harness.js';

const DAY_MS = 86_400_000;

interface Stored {
  advertisements: OwnAdvertisement[];
  reservations: unknown[];
}

describe('an upload that is repeated with its key', () => {
  const w = mediaHarness();

  const newShop = async () => {
    const shop = await w.createShop();
    return { id: shop.id, token: (await w.signIn(shop)).token };
  };
  type Shop = Awaited<ReturnType<typeof newShop>>;
  const newKey = () => `key-${newId()}`;
  const upload = async (shop: Shop, key: string, name = 'vp8.webm', file = mediaFile(name)) => {
    const body = new FormData();
    body.set('advertisement', new Blob([file]), name);
    const headers = { authorization: `Bearer ${shop.token}`, 'idempotency-key': key };
    const answer = await fetch(`${w.urls[0]}/advertisements`, { method: 'POST', headers, body });
    const told = (await answer.json()) as { message: string; advertisement?: OwnAdvertisement };
    return { status: answer.status, message: told.message, id: told.advertisement?.id, body: told };
  };
  /** A form whose bytes are written by hand. */
  const begin = (shop: Shop, key: string) => {
    const headers = {
      authorization: `Bearer ${shop.token}`,
      'idempotency-key': key,
      'content-type': 'multipart/form-data; boundary=b',
    };
    return request(`${w.urls[0]}/advertisements`, { method: 'POST', headers }).on('error', () => undefined);
  };
  const formOf = (name: string) =>
    Buffer.concat([
      Buffer.from(`--b\r\ncontent-disposition: form-data; name="advertisement"; filename="${name}"\r\n\r\n`),
      mediaFile(name),
    ]);
  const END = Buffer.from('\r\n--b--\r\n');
  const ofShop = ({ id }: Shop) => ({ _id: new mongoose.Types.ObjectId(id) });
  const stored = async (shop: Shop) =>
    (await w.servers.db.collection('advertisements').findOne(ofShop(shop))) as unknown as Stored;
  const objectsOf = async ({ id }: Shop) => (await objectsIn(w.s3)).filter((key) => key.includes(id));

  it.each(['vp8.webm', 'picture.jpg'])('is answered with the ad that is there: %s', async (name) => {
    const [shop, key] = [await newShop(), newKey()];
    const first = await upload(shop, key, name);
    const files = await objectsOf(shop);
    expect(first.status).toBe(201);
    expect(await upload(shop, key, name)).toEqual(first);
    expect([(await stored(shop)).advertisements.length, await objectsOf(shop)]).toEqual([1, files]);
  });

  it('at the same moment is one ad', async () => {
    const [shop, key] = [await newShop(), newKey()];
    w.line.hold('PUT ');
    const sent = [upload(shop, key), upload(shop, key)];
    await until(async () => (await stored(shop))?.reservations.length === 2);
    w.line.letGo();
    const [one, other] = await Promise.all(sent);
    expect([one!.status, other!.status, other!.id]).toEqual([201, 201, one!.id]);
    expect(await stored(shop)).toMatchObject({ advertisements: [{}], reservations: [] });
    expect(await objectsOf(shop)).toHaveLength(1);
  });

  it('is another ad with another key, of another shop and after a day', async () => {
    const [shop, other, key] = [await newShop(), await newShop(), newKey()];
    const { id } = await upload(shop, key, 'picture.png');
    const ids = [id, (await upload(shop, newKey(), 'picture.png')).id, (await upload(other, key, 'picture.png')).id];
    const yesterday = { 'advertisements.$[].keyed_at': new Date(Date.now() - DAY_MS - 1_000) };
    await w.servers.db.collection('advertisements').updateOne(ofShop(shop), { $set: yesterday });
    ids.push((await upload(shop, key, 'picture.png')).id);
    expect(new Set(ids.filter(Boolean)).size).toBe(4);
  });

  it('is refused with another file, or with a key that is none', async () => {
    const [shop, key] = [await newShop(), newKey()];
    expect((await upload(shop, key)).status).toBe(201);
    const refused = { status: 409, message: texts.errors.keyUsed };
    expect(await upload(shop, key, 'vp9.webm')).toMatchObject(refused);
    expect(await upload(shop, key, 'vp8.webm', mediaFile('h264.mp4'))).toMatchObject(refused);
    const sameSize = mediaFile('vp8.webm');
    sameSize[sameSize.length - 1]! ^= 1;
    expect(await upload(shop, key, 'vp8.webm', sameSize)).toMatchObject(refused);
    expect((await upload(shop, 'short')).status).toBe(400);
    expect((await stored(shop)).advertisements).toHaveLength(1);
  });

  it('is a new ad when the first was given up before its end, which is none', async () => {
    const [shop, key] = [await newShop(), newKey()];
    w.line.hold('PUT ');
    const given = begin(shop, key);
    given.end(Buffer.concat([formOf('vp8.webm'), END]));
    // All bytes have been received, and only the end of the form is missing.
    await until(() => w.line.isHolding);
    given.destroy();
    await until(async () => (await stored(shop)).reservations.length === 0);
    // Let go, the file might still be stored after it was removed: that is the sweep's to find, and a spec of its own.
    w.line.cut();
    expect((await stored(shop)).advertisements).toEqual([]);
    const again = await upload(shop, key);
    expect(again.status).toBe(201);
    expect((await stored(shop)).advertisements).toHaveLength(1);
    await until(async () => (await objectsOf(shop)).length === 1);
  });

  it('is no ad where it was given up before it had a place', async () => {
    const [shop, key] = [await newShop(), newKey()];
    const database = w.servers.db.getClient().db('admin');
    await database.command({ fsync: 1, lock: true });
    try {
      const given = begin(shop, key);
      given.end(Buffer.concat([formOf('vp8.webm'), END]));
      const waits = { waitingForLock: true, ns: /advertisements$/ };
      await until(async () => (await database.command({ currentOp: 1, ...waits })).inprog.length > 0);
      given.destroy();
      // Media hears of what comes after that later.
      await fetch(`${w.urls[0]}/media/none`);
    } finally {
      await database.command({ fsyncUnlock: 1 });
    }
    const ended = async () => /_uploads_total{outcome="(\w+)"} 1/.exec(await w.appContext.metrics.registry.metrics())?.[1];
    expect(await until(ended)).toBe('INVALID_INPUT');
    expect(await stored(shop)).toMatchObject({ advertisements: [], reservations: [] });
  });

  describe('while the first is silent, and holds the last place', () => {
    const silent = async () => {
      const [shop, key] = [await newShop(), newKey()];
      for (const name of ['picture.png', 'picture.webp']) expect((await upload(shop, newKey(), name)).status).toBe(201);
      const first = begin(shop, key);
      const form = formOf('picture.jpg');
      first.write(form.subarray(0, -1));
      await until(async () => (await stored(shop)).reservations.length === 1);
      const answer = new Promise<number | undefined>((resolve) => first.on('response', (told) => resolve(told.statusCode)));
      const goOn = () => (first.end(Buffer.concat([form.subarray(-1), END])), answer);
      return { shop, key, goOn };
    };

    it('is taken, and they are one ad when the first goes on', async () => {
      const { shop, key, goOn } = await silent();
      expect(await upload(shop, key, 'picture.jpg')).toMatchObject({ status: 201 });
      expect((await stored(shop)).advertisements).toHaveLength(3);
      expect(await goOn()).toBe(201);
      expect(await stored(shop)).toMatchObject({ advertisements: [{}, {}, {}], reservations: [] });
    });

    it('is no other file’s, which is told of the upload and not of ads that aren’t there', async () => {
      const { shop, key, goOn } = await silent();
      const refused = { status: 409, message: texts.uploads.stillRunning(2, 0) };
      expect(await upload(shop, newKey(), 'picture.avif')).toMatchObject(refused);
      expect(await goOn()).toBe(201);
      const full = { status: 409, message: texts.uploads.tooMany(3, 0) };
      expect(await upload(shop, newKey(), 'picture.avif')).toMatchObject(full);
      expect((await upload(shop, key, 'picture.jpg')).status).toBe(201);
    });

    it('takes one place together with it', async () => {
      const { shop, key, goOn } = await silent();
      await w.servers.db.collection('advertisements').updateOne(ofShop(shop), { $pop: { advertisements: 1 } } as never);
      w.line.hold('PUT ');
      const again = upload(shop, key, 'picture.jpg');
      await until(async () => (await stored(shop)).reservations.length === 2);
      const other = upload(shop, newKey(), 'picture.avif');
      await until(async () => (await stored(shop)).reservations.length === 3);
      w.line.letGo();
      expect([(await again).status, (await other).status, await goOn()]).toEqual([201, 201, 201]);
      expect((await stored(shop)).advertisements).toHaveLength(3);
    });
  });
});
