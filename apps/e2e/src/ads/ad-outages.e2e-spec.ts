/** @first */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type OwnAdvertisement, UploadedAdvertisement } from '@sarafa/contracts';
import {
  type Answer,
  filmOf,
  mediaFile,
  objectsIn,
  s3Client,
  signIn,
  type SignedInCaller,
  until,
  uploadFilm,
  usage,
} from '@sarafa/testing';
import mongoose from 'mongoose';
import { adsOf, newShop, removeAds, upload } from '../shared/ads.js';
import { partsHarness } from '../shared/parts.js';
import { ADMIN } from '../shared/harness.js';

const MB = 1_048_576;
/**
 * The most by which larger uploads may increase the memory of gateway and media. After Node 24, V8 drops buffers that nobody
 * needs any more only when there are over 50 MB of them, in each of the two, and can't be told otherwise
 * (https://github.com/nodejs/node/issues/61967).
 */
const MAX_GROWTH_MB = Number(process.versions.node.split('.')[0]) <= 24 ? 64 : 160;
const TURNS = 5;
/** Moments within the few milliseconds that an upload takes. */
const [SOON_MS, LATER_MS] = [20, 60];

/** Each part runs in a process of its own. */
describe('ads', () => {
  const w = partsHarness();
  let admin: SignedInCaller;

  beforeAll(async () => {
    // Files of a killed process would be removed after an hour; here they go with the spec's folder. Processes that are killed
    // here leave more behind than a sweep removes without an operator's permission.
    const anyway = { REMOVE_ANYWAY_UNTIL: '2099-01-01T00:00:00Z' };
    await w.startParts({ SWEEP_MS: '500', UPLOAD_LEASE_MS: '3000', AD_GRACE_MS: '300', TMPDIR: w.dir, ...anyway });
    admin = await signIn(w.parts.gateway.url, ADMIN.username, ADMIN.password);
  });

  const createShop = async () => {
    await w.allReady();
    return newShop(w.parts.gateway, admin);
  };
  const reserved = (shop?: SignedInCaller) =>
    w.db.collection('advertisements').countDocuments({
      'reservations.0': { $exists: true },
      ...(shop ? { _id: new mongoose.Types.ObjectId(shop.userId) } : {}),
    });
  const isServed = async ({ file_path, size, file_type }: OwnAdvertisement) => {
    const answer = await fetch(w.parts.gateway.url + file_path);
    const { byteLength } = await answer.arrayBuffer();
    return answer.status === 200 && (file_type === 'image' || byteLength === size);
  };

  it('take no more memory while they come, ten of 50 MB at once, than small ones do', async () => {
    const shops = await Promise.all(Array.from({ length: 5 }, createShop));
    const measured = () => usage(w.parts.gateway.pid).rssMiB + usage(w.parts.media.pid).rssMiB;
    /** The most that gateway and media take while ten ads of a size are sent. */
    const mostFor = async (bytes: number) => {
      const film = filmOf(bytes);
      let most = measured();
      const meter = setInterval(() => (most = Math.max(most, measured())), 20);
      const statuses = await Promise.all(
        shops.flatMap(({ token }) =>
          ['one.mp4', 'two.mp4'].map(async (name) => (await uploadFilm(w.parts.gateway.url, token, film, { name })).status),
        ),
      );
      clearInterval(meter);
      // Before anything is expected, because the next test counts the files of all shops.
      await Promise.all(shops.map(removeAds));
      // Files go after their ad's removal was answered.
      await until(async () => (await objectsIn(w.s3)).length === 0);
      expect(statuses).toEqual(statuses.map(() => 201));
      return most;
    };
    // The first uploads load and compile code.
    const small = await mostFor(2 * MB);
    expect((await mostFor(50 * MB)) - small).toBeLessThan(MAX_GROWTH_MB);
  });

  it('are whole or not there, whatever is killed while they come', async () => {
    const film = filmOf(8 * MB);
    const acknowledged: [SignedInCaller, OwnAdvertisement][] = [];
    const shops: SignedInCaller[] = [];
    const statuses = new Set<number>();
    const begun = (shop: SignedInCaller, sent: Promise<unknown>[]) =>
      Promise.race([until(() => reserved(shop)), Promise.allSettled(sent)]);
    const moments: ((shop: SignedInCaller, sent: Promise<unknown>[]) => Promise<unknown>)[] = [
      begun,
      (shop, sent) => begun(shop, sent).then(() => sleep(LATER_MS)),
      ({ userId }) => until(async () => (await objectsIn(w.s3)).some((key) => key.includes(userId))),
      (_, sent) => Promise.race(sent),
      (_, sent) => Promise.race(sent).then(() => sleep(SOON_MS)),
    ];
    for (let turn = 0; turn < TURNS; turn++) {
      const shop = await createShop();
      shops.push(shop);
      const sent = [
        upload(shop, film, 'one.mp4'),
        upload(shop, film, 'two.mp4'),
        upload(shop, mediaFile('picture.jpg'), 'three.jpg'),
      ];
      const all = Promise.allSettled(sent);
      await moments[turn % moments.length]!(shop, sent);
      const killed = turn % 2 ? w.s3 : w.parts.media;
      await killed.stop('SIGKILL');
      const answers = await all;
      await killed.start();
      for (const answer of answers) {
        // No connection is cut: every caller gets an answer.
        expect(answer.status).toBe('fulfilled');
        const { status, body } = (answer as PromiseFulfilledResult<Answer>).value;
        statuses.add(status);
        if (status === 201) acknowledged.push([shop, UploadedAdvertisement.parse(body).advertisement]);
      }
    }
    expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
    // Otherwise the outage would not have hit any upload.
    expect([...statuses].sort()).toEqual([201, 503]);
    await until(async () => (await reserved()) === 0);
    const lists = new Map<SignedInCaller, OwnAdvertisement[]>();
    for (const shop of shops) lists.set(shop, await until(() => adsOf(shop)));
    for (const [shop, ad] of acknowledged) expect(lists.get(shop)).toContainEqual(ad);
    const ads = [...lists.values()].flat();
    for (const ad of ads) expect([ad.file_name, await isServed(ad)]).toEqual([ad.file_name, true]);
    const folders = ads.map(({ file_path }) => file_path.split('/').slice(2, 5).join('/')).sort();
    const stored = async () => [...new Set((await objectsIn(w.s3)).map((key) => key.split('/').slice(0, 3).join('/')))].sort();
    await until(async () => JSON.stringify(await stored()) === JSON.stringify(folders)).catch(() => undefined);
    expect(await stored()).toEqual(folders);
    // The reserved places are free again.
    for (const shop of shops.slice(0, 2)) {
      await removeAds(shop);
      expect((await upload(shop, mediaFile('vp8.webm'), 'after.webm')).status).toBe(201);
      await removeAds(shop);
    }
  });

  it.each(['media', 'gateway'] as const)('that are under way are taken when %s is told to end', async (name) => {
    const shop = await createShop();
    const sent = upload(shop, filmOf(50 * MB), 'film.mp4');
    await until(() => reserved(shop), 30_000, 5);
    await w.parts[name].stop('SIGTERM');
    expect((await sent).status).toBe(201);
    await w.parts[name].start();
    await until(async () => (await adsOf(shop)).length === 1);
  });

  it.each([
    ['media', undefined],
    ['s3', 503],
    // Files are served without these two.
    ['mongo', 200],
    ['nats', 200],
  ] as const)('are refused with 503 while %s is down, and taken when it is back', async (name, readiness) => {
    const shop = await createShop();
    const { stop, start } = { ...w, media: w.parts.media }[name];
    const before = await objectsIn(w.s3);
    await stop('SIGKILL');
    // Larger than the buffers between sender and gateway.
    const refused = await upload(shop, filmOf(20 * MB), 'large.mp4');
    const health = await fetch(`${w.parts.media.metricsUrl}/health/ready`).catch(() => undefined);
    await start();
    expect([refused.status, health?.status]).toEqual([503, readiness]);
    let answer: Answer | undefined;
    await until(async () => (answer = await upload(shop, mediaFile('h264.mp4'), 'film.mp4')).status === 201);
    const { advertisement } = UploadedAdvertisement.parse(answer!.body);
    expect(await adsOf(shop)).toEqual([advertisement]);
    await until(async () => (await objectsIn(w.s3)).length === before.length + 1);
  });

  it('whose files S3 has lost stay until an operator makes an empty bucket and says that they are lost for good', async () => {
    const shop = await createShop();
    for (const name of ['vp8.webm', 'picture.png']) expect((await upload(shop, mediaFile(name), name)).status).toBe(201);
    await w.s3.stop('SIGKILL');
    // Files that can't be reached don't count as lost.
    await sleep(1_500);
    await w.s3.start();
    await sleep(1_000);
    expect(await adsOf(shop)).toHaveLength(2);
    await w.s3.stop('SIGKILL');
    await w.s3.wipe();
    await w.s3.start();
    await until(async () => (await upload(shop, mediaFile('vp8.webm'), 'lost.webm')).status === 503);
    await sleep(1_000);
    expect(await adsOf(shop)).toHaveLength(2);
    await s3Client(w.s3).makeBucket('sarafa');
    await until(async () => (await adsOf(shop)).length === 0);
    expect((await upload(shop, mediaFile('vp8.webm'), 'again.webm')).status).toBe(201);
  });
});
