import { describe, expect, it } from '@jest/globals';
import { HttpError, limits, type OwnAdvertisement, texts, UploadedAdvertisement } from '@sarafa/contracts';
import { EventStream, filmOf, mediaFile, objectsIn, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import sharp from 'sharp';
import { AdShop } from './ad-shop.js';
import { adForm, adsOf, newShop, upload } from '../shared/ads.js';

const { advertisements, uploads } = texts;

describe('an ad', () => {
  const own = new AdShop();

  describe('an image', () => {
    it.each(['picture.jpg', 'picture.png', 'picture.webp', 'picture.avif', 'animated.gif', 'animated.webp'])(
      '%s is drawn anew for boards, and what was sent is nobody’s to see',
      async (name) => {
        const file = mediaFile(name);
        const ad = await own.stored(file, name);
        const { id } = ad;
        const folder = `ads/${own.shop.userId}/${id}`;
        expect(ad).toEqual({
          ...{ id, _id: id, file_type: 'image', file_name: name, duration: null, size: file.length, warning: null },
          file_path: `/media/${folder}/image.webp`,
        });
        expect(await adsOf(own.shop)).toEqual([ad]);
        const { size: _, warning: __, ...shown } = ad;
        const onBoard = await until(async () => {
          const ads = await own.onBoard();
          return ads.length === 1 && ads;
        });
        expect(onBoard).toEqual([shown]);
        const picture = await sharp(await own.bytesOf(ad.file_path)).metadata();
        expect(picture).toMatchObject({ format: 'webp', width: 160, height: 90 });
        expect(picture.pages ?? 1).toBe(name.startsWith('a') ? 10 : 1);
        const objects = (await objectsIn(own.w.s3!)).filter((key) => key.startsWith(folder));
        expect(objects.sort()).toEqual([`${folder}/image.webp`, `${folder}/original.${name.split('.')[1]}`]);
        for (const key of objects) expect((await own.w.get(`/media/${key}`)).status).toBe(key.includes('original') ? 404 : 200);
      },
    );

    it('is turned as its camera says, keeps nothing else of it, and is no larger than a 4K board', async () => {
      const file = await sharp({ create: { width: 5_000, height: 100, channels: 3, background: 'gold' } })
        .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'a secret place' } } })
        .jpeg()
        .toBuffer();
      const ad = await own.stored(Buffer.from(file), 'turned.jpg');
      const bytes = await own.bytesOf(ad.file_path);
      const { width, height, exif, orientation } = await sharp(bytes).metadata();
      expect([width, height, exif, orientation]).toEqual([77, 3_840, undefined, undefined]);
      expect(bytes.includes('a secret place')).toBe(false);
    });

    it('that hides a page or a script is only its pixels', async () => {
      const page = Buffer.from('<html><script>alert(1)</script></html>');
      for (const name of ['picture.jpg', 'animated.gif']) {
        const ad = await own.stored(Buffer.concat([mediaFile(name), page]), `${name}.html`);
        const { headers } = await own.w.get(ad.file_path);
        expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['image/webp', 'nosniff']);
        expect((await own.bytesOf(ad.file_path)).includes('script')).toBe(false);
      }
    });

    it('that moves too much for a board is shown still, and its owner is told', async () => {
      const frames = ['red', 'blue'].map((background) =>
        sharp({ create: { width: 5_000, height: 4_500, channels: 3, background } })
          .png()
          .toBuffer(),
      );
      const gif = await sharp(await Promise.all(frames), { join: { animated: true } })
        .gif({ effort: 1 })
        .toBuffer();
      const ad = await own.stored(Buffer.from(gif), 'long.gif');
      expect(ad.warning).toBe(uploads.stillOnly);
      expect((await sharp(await own.bytesOf(ad.file_path)).metadata()).pages ?? 1).toBe(1);
    });
  });

  describe('a video', () => {
    it.each([
      ['h264.mp4', 'mp4', 'video/mp4', null],
      ['h264.m4v', 'mp4', 'video/mp4', null],
      ['h264.mov', 'mov', 'video/quicktime', null],
      ['vp8.webm', 'webm', 'video/webm', null],
      ['vp9.webm', 'webm', 'video/webm', null],
      ['av1.mp4', 'mp4', 'video/mp4', uploads.codec('AV1')],
      ['hevc.mp4', 'mp4', 'video/mp4', uploads.codec('HEVC')],
      ['prores.mov', 'mov', 'video/quicktime', uploads.codec('ProRes')],
    ])('%s is stored as it is, with its own length', async (name, extension, type, warning) => {
      const file = mediaFile(name);
      const ad = await own.stored(file, name);
      const { id } = ad;
      const file_path = `/media/ads/${own.shop.userId}/${id}/video.${extension}`;
      expect(ad).toEqual({
        id,
        _id: id,
        file_type: 'video',
        file_path,
        file_name: name,
        duration: 2,
        size: file.length,
        warning,
      });
      expect((await own.w.get(file_path)).headers.get('content-type')).toBe(type);
      expect(await own.bytesOf(file_path)).toEqual(file);
    });

    it('of exactly 50 MB is taken', async () => {
      expect((await own.stored(filmOf(limits.ads.videoBytes), 'large.mp4')).size).toBe(limits.ads.videoBytes);
    });
  });

  it('is what its bytes are, whatever it is called', async () => {
    const form = adForm(mediaFile('picture.png'), 'film.mp4', 'video/mp4');
    const { status, body } = await own.shop.call('post', '/advertisements/upload', form);
    expect([status, UploadedAdvertisement.parse(body).advertisement.file_type]).toEqual([201, 'image']);
  });

  it.each([
    ['दिवाली ऑफ़र.png', 'दिवाली ऑफ़र.png'],
    ['"quoted"; x=y.png', '"quoted"; x=y.png'],
    ['C:\\Users\\shop\\ad.png', 'ad.png'],
    ['../../etc/passwd.png', 'passwd.png'],
    ['line\r\nx-injected: yes.png', undefined],
    ['\u202Egnp.exe', 'gnp.exe'],
    [`${'न'.repeat(300)}.png`, 'न'.repeat(255)],
  ])('may be called %j', async (name, wanted) => {
    const answer = await upload(own.shop, mediaFile('picture.png'), name);
    // A line break in a file's name arrives encoded, or not at all.
    expect(answer.status).toBe(201);
    const { file_name, file_path } = UploadedAdvertisement.parse(answer.body).advertisement;
    if (wanted) expect(file_name).toBe(wanted);
    expect(file_name).toMatch(/^\P{Cc}{1,255}$/u);
    const { headers } = await own.w.get(file_path);
    expect(headers.get('content-disposition')).toMatch(/^inline; filename/);
    expect(headers.get('x-injected')).toBeNull();
  });

  it('stands on open boards at once, and leaves them at once', async () => {
    const stream = await EventStream.open(`${own.w.product.url}/boards/${own.shop.userId}/events`);
    const heard = () => stream.since(0, 'advertisements').at(-1)?.data as OwnAdvertisement[] | undefined;
    const ad = await own.stored(mediaFile('picture.png'), 'picture.png');
    await until(() => heard()?.[0]?.id === ad.id);
    expect(await own.shop.call('delete', `/advertisements/${ad.id}`)).toMatchObject({
      status: 200,
      body: { message: advertisements.deleted },
    });
    await until(() => heard()?.length === 0);
    stream.close();
    // The file goes after the answer; whoever asks meanwhile gets it or is told that it is gone.
    const seen = new Set<number>();
    await until(async () => seen.add((await own.w.get(ad.file_path)).status).has(404), 30_000, 1);
    expect([200, 404]).toEqual(expect.arrayContaining([...seen]));
    await until(async () => (await objectsIn(own.w.s3!)).length === 0);
    const again = await own.shop.call('delete', `/advertisements/${ad.id}`);
    expect([again.status, HttpError.parse(again.body).message]).toEqual([404, advertisements.notFound]);
  });

  it('is deleted by its shop and by an admin, by no other shop', async () => {
    const other = await newShop(own.w.product, own.admin);
    const ad = await own.stored(mediaFile('picture.png'), 'picture.png');
    const refusal = await other.call('delete', `/advertisements/${ad.id}`);
    expect([refusal.status, HttpError.parse(refusal.body).message]).toEqual([403, advertisements.forbidden]);
    expect(await adsOf(other)).toEqual([]);
    const malformed = await own.shop.call('delete', '/advertisements/xyz');
    expect([malformed.status, HttpError.parse(malformed.body).message]).toEqual([400, advertisements.invalidId]);
    expect(await adsOf(own.shop)).toEqual([ad]);
    expect((await own.admin.call('delete', `/advertisements/${ad.id}`)).status).toBe(200);
    expect(await adsOf(own.shop)).toEqual([]);
  });

  it('has one of five places, however many come at once', async () => {
    const sent = Array.from({ length: 20 }, (_, turn) =>
      turn % 2
        ? upload(own.shop, mediaFile('h264.mp4'), `${turn}.mp4`)
        : upload(own.shop, mediaFile('picture.png'), `${turn}.png`),
    );
    const answers = await Promise.all(sent);
    const counts = (ads: OwnAdvertisement[]) =>
      ['video', 'image'].map((kind) => ads.filter((ad) => ad.file_type === kind).length);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(15);
    const ads = await adsOf(own.shop);
    expect(counts(ads)).toEqual([2, 3]);
    const video = await upload(own.shop, mediaFile('vp9.webm'), 'one-more.webm');
    expect([video.status, HttpError.parse(video.body).message]).toEqual([409, uploads.tooManyVideos(2)]);
    const image = await upload(own.shop, mediaFile('picture.jpg'), 'one-more.jpg');
    expect([image.status, HttpError.parse(image.body).message]).toEqual([409, uploads.tooMany(3, 2)]);
    const named = ads.map(({ id }) => `ads/${own.shop.userId}/${id}`);
    const files = (await objectsIn(own.w.s3!)).map((key) => key.split('/').slice(0, 3).join('/'));
    expect([...new Set(files)].sort()).toEqual(named.sort());
    // The place of a deleted ad is free again.
    await own.shop.call('delete', `/advertisements/${ads.find(({ file_type }) => file_type === 'video')!.id}`);
    expect((await upload(own.shop, mediaFile('vp9.webm'), 'one-more.webm')).status).toBe(201);
  });

  it('goes with its shop', async () => {
    const leaving = await newShop(own.w.product, own.admin);
    expect((await upload(leaving, mediaFile('picture.png'), 'picture.png')).status).toBe(201);
    const left = () => own.w.db.collection('advertisements').findOne({ _id: new mongoose.Types.ObjectId(leaving.userId) });
    expect(await left()).not.toBeNull();
    await own.admin.call('delete', `/user/delete/${leaving.userId}`);
    await until(async () => (await objectsIn(own.w.s3!)).length === 0);
    await until(async () => !(await left()));
    expect((await upload(leaving, mediaFile('picture.png'), 'picture.png')).status).toBe(401);
  });
});
