import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { type Actor, boardAdvertisements, media, type OwnAdvertisement, users } from '@sarafa/contracts';
import { StateCache } from '@sarafa/server';
import { mediaFile, objectsIn, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { mediaHarness } from '../testing/media-harness.js';

/** Long enough for anything that must not happen. */
const SETTLED_MS = 600;
const LEASE_MS = 1_000;
/** The removals of a spec are a large part of all its files, so the cap on removals is lifted. */
const TIMES = { UPLOAD_LEASE_MS: String(LEASE_MS), AD_GRACE_MS: '200', REMOVE_ANYWAY_UNTIL: '2099-01-01T00:00:00Z' };
/** For uploads that say nothing: on a loaded machine they would end before all of them have begun. */
const PATIENT = { UPLOAD_LEASE_MS: '30000' };
/** Everything that Jest would fake beside the date. */
const TIMERS = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

interface Answer {
  status: number;
  body: { code?: string; advertisement: OwnAdvertisement };
}

describe("a shop's ads", () => {
  const w = mediaHarness(TIMES);

  afterEach(() => w.servers.db.collection('advertisements').deleteMany({}));

  const newShop = async () => {
    const shop = await w.createShop();
    const { token } = await w.signIn(shop);
    return { id: shop.id, token, actor: { role: 'user', id: shop.id } satisfies Actor };
  };
  type Shop = Awaited<ReturnType<typeof newShop>>;
  const upload = async (shop: Shop, name: string, url = w.urls[0]!): Promise<Answer> => {
    const body = new FormData();
    body.set('advertisement', new Blob([mediaFile(name)]), name);
    const headers = { authorization: `Bearer ${shop.token}` };
    const answer = await fetch(`${url}/advertisements`, { method: 'POST', headers, body });
    return { status: answer.status, body: (await answer.json()) as Answer['body'] };
  };
  const list = (shop: Shop) => w.rpc.call(media.listAdvertisements, {}, shop.actor);
  const remove = (shop: Shop, id: string) => w.rpc.call(media.deleteAdvertisement, { id }, shop.actor);
  const objectsOf = async ({ id }: Shop) => (await objectsIn(w.s3)).filter((key) => key.includes(id));
  const document = ({ id }: Shop) =>
    w.servers.db.collection('advertisements').findOne({ _id: new mongoose.Types.ObjectId(id) });

  it('are published as boards read them', async () => {
    const shop = await newShop();
    const { body } = await upload(shop, 'picture.jpg');
    const state = new StateCache(w.bus);
    const { size: _, warning: __, ...shown } = body.advertisement;
    const published = () => state.load(boardAdvertisements, shop.id).catch(() => null);
    expect(await until(async () => ((await published())?.length ? state.peek(boardAdvertisements, shop.id) : null))).toEqual([
      shown,
    ]);
    await remove(shop, shown.id);
    await until(async () => (await published())?.length === 0);
    state.onApplicationShutdown();
  });

  it('share five places over all replicas', async () => {
    await w.start(TIMES, 2);
    const shop = await newShop();
    const names = Array.from({ length: 12 }, (_, turn) => (turn % 2 ? 'vp8.webm' : 'picture.png'));
    const answers = await Promise.all(names.map((name, turn) => upload(shop, name, w.urls[turn % 3 ? 0 : 1])));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(7).fill(409)]);
    const kinds = (await list(shop)).map(({ file_type }) => file_type).sort();
    expect(kinds).toEqual(['image', 'image', 'image', 'video', 'video']);
    expect(await document(shop)).toMatchObject({ reservations: [] });
  });

  it('that are deleted after a file was found and before it is read are not there', async () => {
    const shop = await newShop();
    const { advertisement } = (await upload(shop, 'vp8.webm')).body;
    const [key] = await objectsOf(shop);
    w.line.hold(`GET /sarafa/${key} `);
    const read = fetch(w.urls[0]! + advertisement.file_path, { headers: { 'x-forwarded-proto': 'http, https' } });
    await until(() => w.line.isHolding);
    await w.storage().removeObject('sarafa', key!);
    w.line.letGo();
    const answer = await read;
    const names = ['content-type', 'access-control-allow-origin', 'strict-transport-security'];
    expect([answer.status, ...names.map((name) => answer.headers.get(name))]).toEqual([
      ...[404, 'application/json; charset=utf-8', '*'],
      expect.stringMatching(/^max-age=\d+/),
    ]);
  });

  it('of a shop that users does not know any more are watched for the grace, and then go', async () => {
    const shop = await newShop();
    expect((await upload(shop, 'picture.jpg')).status).toBe(201);
    await w.servers.db.collection('accounts').deleteOne({ _id: new mongoose.Types.ObjectId(shop.id) });
    const deletedAt = Date.now();
    await w.start({ ...TIMES, AD_GRACE_MS: '2000', SWEEP_MS: '100' });
    await until(async () => (await objectsOf(shop)).length === 0 || !(await document(shop)));
    expect(Date.now() - deletedAt).toBeGreaterThanOrEqual(2_000);
    await until(async () => (await objectsOf(shop)).length === 0 && !(await document(shop)));
  });

  it('wait for an S3 that says nothing, and their place meanwhile is theirs', async () => {
    const shop = await newShop();
    w.line.hold('PUT ');
    const uploading = upload(shop, 'vp8.webm');
    await until(() => w.line.isHolding);
    // Longer than the lease of an upload that nobody renews.
    await sleep(LEASE_MS * 2);
    expect((await document(shop))?.['reservations']).toHaveLength(1);
    w.line.letGo();
    expect((await uploading).status).toBe(201);
  });

  it('leave no trace when their shop is deleted while they are stored, and those of other shops go on', async () => {
    const [shop, other] = [await newShop(), await newShop()];
    w.line.hold('PUT ');
    const [uploading, going] = [upload(shop, 'vp8.webm'), upload(other, 'vp8.webm')];
    for (const one of [shop, other]) await until(async () => (await document(one))?.['reservations'].length === 1);
    await until(() => w.line.isHolding);
    await w.rpc.call(users.deleteShop, { id: shop.id }, w.admin);
    expect((await uploading).status).toBe(401);
    w.line.letGo();
    expect((await going).status).toBe(201);
    await until(async () => (await document(shop)) === null);
    await until(async () => (await objectsOf(shop)).length === 0);
  });

  it('that a process has begun and not ended give their place and their files back', async () => {
    const shop = await newShop();
    expect((await upload(shop, 'vp8.webm')).status).toBe(201);
    const [dead, alive] = ['a'.repeat(24), 'b'.repeat(24)];
    for (const id of [dead, alive]) await w.storage().putObject('sarafa', `ads/${shop.id}/${id}/video.mp4`, 'bytes');
    const reservation = (id: string, renewed_at: Date) => ({
      ...{ _id: new mongoose.Types.ObjectId(id), file_type: 'video', renewed_at },
    });
    // One reservation was renewed just now, with a clock ahead of anything this spec takes.
    const reservations = [
      reservation(dead, new Date(Date.now() - LEASE_MS)),
      reservation(alive, new Date(Date.now() + 60_000)),
    ];
    await w.servers.db
      .collection('advertisements')
      .updateOne({ _id: new mongoose.Types.ObjectId(shop.id) }, { $set: { reservations } });
    await until(async () => !(await objectsOf(shop)).some((key) => key.includes(dead)));
    await sleep(SETTLED_MS);
    expect((await objectsOf(shop)).filter((key) => key.includes(alive))).toHaveLength(1);
    expect((await document(shop))?.['reservations']).toHaveLength(1);
    // One ad and one upload take both places for videos.
    expect((await upload(shop, 'vp9.webm')).status).toBe(409);
  });

  it('have no file that no ad names, and none goes before its grace', async () => {
    await w.start({ ...TIMES, AD_GRACE_MS: '2000' });
    const shop = await newShop();
    const { body } = await upload(shop, 'picture.png');
    const files = await objectsOf(shop);
    const deletedAt = Date.now();
    await w.servers.db.collection('advertisements').deleteMany({});
    await until(async () => (await objectsOf(shop)).length < files.length);
    expect(Date.now() - deletedAt).toBeGreaterThanOrEqual(2_000);
    await until(async () => (await objectsOf(shop)).length === 0);
    expect((await fetch(w.urls[0]! + body.advertisement.file_path)).status).toBe(404);
  });

  it('are deleted while S3 is down, and their files when it is back', async () => {
    const shop = await newShop();
    const { body } = await upload(shop, 'vp8.webm');
    await w.s3.stop('SIGKILL');
    await remove(shop, body.advertisement.id);
    expect(await list(shop)).toEqual([]);
    await w.s3.start();
    await until(async () => (await objectsOf(shop)).length === 0);
  });

  const begin = ({ token }: Shop) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' };
    return request(`${w.urls[0]}/advertisements`, { method: 'POST', headers }).on('error', () => undefined);
  };
  /** Twenty uploads of each shop that go no further than the beginning of their form. One that another has left no place tries again. */
  const beginMany = (shops: Shop[]) => {
    const open = new Set<ClientRequest>();
    const hold = (shop: Shop) => {
      const asked = begin(shop).once('response', (refusal) => {
        refusal.resume();
        open.delete(asked);
        hold(shop);
      });
      open.add(asked);
      asked.write('--b\r\n');
    };
    for (const shop of shops) for (let count = 0; count < 20; count++) hold(shop);
    return { end: () => open.forEach((asked) => asked.destroy()) };
  };
  const isAskedToComeAgain = async (shop: Shop) => {
    const last = begin(shop);
    last.end('--b\r\n');
    const [answer] = (await once(last, 'response')) as [{ statusCode: number; headers: Record<string, string> }];
    return answer.statusCode === 503 && answer.headers['retry-after'] === '10';
  };

  it('come forty at a time; the next is asked to come again', async () => {
    await w.start({ ...TIMES, ...PATIENT });
    const [shop, ...others] = await Promise.all([newShop(), newShop(), newShop()]);
    const many = beginMany(others);
    await until(() => isAskedToComeAgain(shop!));
    many.end();
    await until(async () => (await upload(shop!, 'vp8.webm')).status === 201);
  });

  it('of one shop come twenty at a time, so that other shops have room', async () => {
    await w.start({ ...TIMES, ...PATIENT });
    const [shop, other] = [await newShop(), await newShop()];
    const many = beginMany([shop]);
    await until(() => isAskedToComeAgain(shop));
    expect((await upload(other, 'vp8.webm')).status).toBe(201);
    many.end();
    await until(async () => (await upload(shop, 'vp8.webm')).status === 201);
  });

  it('keep their places beside a replica whose clock is ahead', async () => {
    const shop = await newShop();
    expect((await upload(shop, 'vp8.webm')).status).toBe(201);
    await w.start({ ...TIMES, ...PATIENT });
    const reservation = { _id: new mongoose.Types.ObjectId(), file_type: 'video', renewed_at: new Date() };
    const _id = new mongoose.Types.ObjectId(shop.id);
    await w.servers.db.collection('advertisements').updateOne({ _id }, { $set: { reservations: [reservation] } });
    jest.useFakeTimers({ now: Date.now() + 50_000, doNotFake: TIMERS });
    try {
      expect((await upload(shop, 'vp9.webm')).status).toBe(409);
      await sleep(SETTLED_MS);
      expect((await document(shop))?.['reservations']).toHaveLength(1);
    } finally {
      jest.useRealTimers();
    }
  });
});
