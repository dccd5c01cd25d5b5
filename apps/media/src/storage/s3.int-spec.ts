import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Health, makeBucket } from '@sarafa/server';
import { minio, s3Client, type S3Server } from '@sarafa/testing';
import { MediaConfig } from '../media.config.js';
import { Bucket } from './bucket.js';
import { Objects } from './objects.js';

/** More than S3 lists in one page. */
const MANY = 1_005;
const { S3_UNDER_TEST: elsewhere, S3_ACCESS_KEY = '', S3_SECRET_KEY = '' } = process.env;

/** What media asks of any S3: of a MinIO here, or of the server that `npm run test:s3` names. */
describe(`S3 (${elsewhere ?? 'MinIO'})`, () => {
  const name = `sarafa-${randomBytes(6).toString('hex')}`;
  const content = randomBytes(300_000);
  let own: S3Server | undefined;
  let bucket: Bucket;
  let objects: Objects;
  let folder: string;
  let isOnRecord = false;

  beforeAll(async () => {
    own = elsewhere ? undefined : await minio('ap-south-1');
    const server = own ?? { url: elsewhere!, accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY };
    const keys = { S3_ACCESS_KEY: server.accessKey, S3_SECRET_KEY: server.secretKey };
    bucket = new Bucket(MediaConfig.parse({ S3_ENDPOINT: server.url, S3_BUCKET: name, ...keys }), new Health());
    bucket.judgeBy({ areAny: () => Promise.resolve(isOnRecord), areStored: () => Promise.resolve(isOnRecord) });
    objects = new Objects(bucket);
    folder = await mkdtemp(join(tmpdir(), 's3-'));
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    if (own) return own.remove();
    await objects.removeBelow('');
    await bucket.client.removeBucket(name);
  });

  const read = async (key: string, offset: number, length: number) => buffer((await objects.read(key, offset, length))!);
  const putFile = async (key: string, bytes: Buffer, signal = new AbortController().signal) => {
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    const disposition = "inline; filename*=UTF-8''%E0%A4%B8%E0%A5%8B%E0%A4%A8%E0%A4%BE.mp4";
    await objects.putFile({ key, path, bytes: bytes.length, type: 'video/mp4', disposition }, signal);
    return disposition;
  };
  /** By another client, which hasn't just stored it. */
  const fresh = () => new Objects(bucket);

  it('makes the bucket of a new product, and says that one is gone which had files', async () => {
    expect(await bucket.exists()).toBe(false);
    isOnRecord = true;
    await expect(objects.check()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    isOnRecord = false;
    await objects.check();
    expect(await bucket.exists()).toBe(true);
    // Two replicas may both find none.
    await makeBucket(bucket.client, name).catch(({ code }: { code: string }) => expect(code).toBe('BucketAlreadyOwnedByYou'));
    isOnRecord = true;
    await expect(objects.check()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    isOnRecord = false;
  });

  it('keeps what is put there, with a strong tag, and reads any part of it', async () => {
    await objects.put('logos/one', content, 'image/webp');
    const told = (await objects.find('logos/one'))!;
    expect(await fresh().find('logos/one')).toEqual(told);
    expect([told.bytes, told.type, told.disposition]).toEqual([content.length, 'image/webp', undefined]);
    expect(told.etag).toMatch(/^"[^"]+"$/);
    expect((await read('logos/one', 0, content.length)).equals(content)).toBe(true);
    const part = await buffer((await fresh().read('logos/one', 1_000, 70_001))!);
    expect(part.equals(content.subarray(1_000, 71_001))).toBe(true);
    await objects.put('logos/one', content.subarray(1), 'image/webp');
    expect((await fresh().find('logos/one'))!.etag).not.toBe(told.etag);
  });

  it('takes a film in one request to a signed address, whole or not at all', async () => {
    const film = randomBytes(20_000_000);
    const disposition = await putFile('ads/film', film);
    const told = await objects.find('ads/film');
    expect(told).toMatchObject({ bytes: film.length, type: 'video/mp4', disposition });
    expect((await read('ads/film', film.length - 5, 5)).equals(film.subarray(-5))).toBe(true);
    expect((await read('ads/film', 0, film.length)).equals(film)).toBe(true);

    const interrupted = new AbortController();
    const sent = putFile('ads/interrupted', film, interrupted.signal);
    setTimeout(() => interrupted.abort(), 10);
    await expect(sent).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await objects.find('ads/interrupted')).toBeUndefined();
    expect(await objects.keysBelow('ads/')).toEqual(['ads/film']);
  });

  it('tells a missing file from a missing bucket, and removes what is there or isn’t', async () => {
    expect([await objects.find('none'), await objects.read('none', 0, 1)]).toEqual([undefined, undefined]);
    await objects.remove('none');
    await objects.remove('ads/film');
    expect(await objects.find('ads/film')).toBeUndefined();
    const gone = new Bucket({ ...bucket['config'], S3_BUCKET: `${name}-gone` }, new Health());
    gone.judgeBy({ areAny: () => Promise.resolve(false), areStored: () => Promise.resolve(false) });
    const elsewhereObjects = new Objects(gone);
    await elsewhereObjects.check();
    await gone.client.removeBucket(`${name}-gone`);
    await expect(elsewhereObjects.find('none')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it(`lists more than one page, of one prefix alone`, async () => {
    const keys = Array.from({ length: MANY }, (_, index) => `many/${String(index).padStart(4, '0')}`);
    for (let at = 0; at < MANY; at += 50)
      await Promise.all(keys.slice(at, at + 50).map((key) => objects.put(key, Buffer.from(key), 'text/plain')));
    await objects.put('many-others', Buffer.from('x'), 'text/plain');
    expect((await objects.keysBelow('many/')).sort()).toEqual(keys);
    await objects.removeBelow('many/');
    expect(await objects.keysBelow('many/')).toEqual([]);
    expect(await objects.find('many-others')).toBeDefined();
  });

  it('refuses a key that isn’t its own', async () => {
    const wrong = s3Client({ ...(own ?? { url: elsewhere!, accessKey: S3_ACCESS_KEY }), secretKey: 'another one' });
    await expect(wrong.statObject(name, 'many-others')).rejects.toThrow();
  });
});
