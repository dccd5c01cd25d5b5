import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { dashboardTexts, HttpError, limits, type OwnAdvertisement, UploadedAdvertisement } from '@sarafa/contracts';
import { EventStream, filmOf, mediaFile, objectsIn, pngOf, type SignedInCaller, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import sharp from 'sharp';
import { adForm, adsOf, newShop, removeAds, upload } from './ads.js';
import { world, type World } from './world.js';

const { upload: texts, list } = dashboardTexts;
const MB = 1_048_576;

describe('an ad', () => {
  let w: World;
  let admin: SignedInCaller;
  let shop: SignedInCaller;

  beforeAll(async () => {
    w = await world({ AD_GRACE_MS: '300' }, true);
    admin = await w.admin();
    shop = await newShop(w.product, admin);
  });

  afterEach(() => removeAds(shop));
  afterAll(() => w.end());

  const stored = async (bytes: Buffer<ArrayBuffer>, name: string) => {
    const answer = await upload(shop, bytes, name);
    expect([name, answer.status, answer.body]).toEqual([name, 201, expect.objectContaining({ message: texts.stored })]);
    return UploadedAdvertisement.parse(answer.body).advertisement;
  };
  const refused = async (bytes: Buffer<ArrayBuffer>, name: string, status: number, message: string) => {
    const { status: told, body } = await upload(shop, bytes, name);
    expect([name, told, (body as HttpError).message]).toEqual([name, status, message]);
    HttpError.parse(body);
  };
  const onBoard = async () => (await w.json(`/advertisements/public/${shop.userId}`)) as unknown as OwnAdvertisement[];
  const bytesOf = async (path: string) => Buffer.from(await (await w.get(path)).arrayBuffer());

  describe('an image', () => {
    it.each(['picture.jpg', 'picture.png', 'picture.webp', 'picture.avif', 'animated.gif', 'animated.webp'])(
      '%s is drawn anew for boards, and what was sent is nobody’s to see',
      async (name) => {
        const file = mediaFile(name);
        const ad = await stored(file, name);
        const { id } = ad;
        const folder = `ads/${shop.userId}/${id}`;
        expect(ad).toEqual({
          ...{ id, _id: id, file_type: 'image', file_name: name, duration: null, size: file.length, warning: null },
          file_path: `/media/${folder}/image.webp`,
        });
        expect(await adsOf(shop)).toEqual([ad]);
        const { size: _, warning: __, ...shown } = ad;
        await until(async () => (await onBoard()).length === 1);
        expect(await onBoard()).toEqual([shown]);
        const picture = await sharp(await bytesOf(ad.file_path)).metadata();
        expect(picture).toMatchObject({ format: 'webp', width: 160, height: 90 });
        expect(picture.pages ?? 1).toBe(name.startsWith('a') ? 10 : 1);
        const objects = (await objectsIn(w.s3!)).filter((key) => key.startsWith(folder));
        expect(objects.sort()).toEqual([`${folder}/image.webp`, `${folder}/original.${name.split('.')[1]}`]);
        for (const key of objects) expect((await w.get(`/media/${key}`)).status).toBe(key.includes('original') ? 404 : 200);
      },
    );

    it('is turned as its camera says, keeps nothing else of it, and is no larger than a 4K board', async () => {
      const file = await sharp({ create: { width: 5_000, height: 100, channels: 3, background: 'gold' } })
        .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'a secret place' } } })
        .jpeg()
        .toBuffer();
      const ad = await stored(Buffer.from(file), 'turned.jpg');
      const bytes = await bytesOf(ad.file_path);
      const { width, height, exif, orientation } = await sharp(bytes).metadata();
      expect([width, height, exif, orientation]).toEqual([77, 3_840, undefined, undefined]);
      expect(bytes.includes('a secret place')).toBe(false);
    });

    it('that hides a page or a script is only its pixels', async () => {
      const page = Buffer.from('<html><script>alert(1)</script></html>');
      for (const name of ['picture.jpg', 'animated.gif']) {
        const ad = await stored(Buffer.concat([mediaFile(name), page]), `${name}.html`);
        const { headers } = await w.get(ad.file_path);
        expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['image/webp', 'nosniff']);
        expect((await bytesOf(ad.file_path)).includes('script')).toBe(false);
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
      const ad = await stored(Buffer.from(gif), 'long.gif');
      expect(ad.warning).toBe(texts.stillOnly);
      expect((await sharp(await bytesOf(ad.file_path)).metadata()).pages ?? 1).toBe(1);
    });
  });

  describe('a video', () => {
    it.each([
      ['h264.mp4', 'mp4', 'video/mp4', null],
      ['h264.m4v', 'mp4', 'video/mp4', null],
      ['h264.mov', 'mov', 'video/quicktime', null],
      ['vp8.webm', 'webm', 'video/webm', null],
      ['vp9.webm', 'webm', 'video/webm', null],
      ['av1.mp4', 'mp4', 'video/mp4', texts.codec('AV1')],
      ['hevc.mp4', 'mp4', 'video/mp4', texts.codec('HEVC')],
      ['prores.mov', 'mov', 'video/quicktime', texts.codec('ProRes')],
    ])('%s is stored as it is, with its own length', async (name, extension, type, warning) => {
      const file = mediaFile(name);
      const ad = await stored(file, name);
      const { id } = ad;
      const file_path = `/media/ads/${shop.userId}/${id}/video.${extension}`;
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
      expect((await w.get(file_path)).headers.get('content-type')).toBe(type);
      expect(await bytesOf(file_path)).toEqual(file);
    });

    it('of exactly 50 MB is taken', async () => {
      expect((await stored(filmOf(limits.ads.videoBytes), 'large.mp4')).size).toBe(limits.ads.videoBytes);
    });
  });

  it('is what its bytes are, whatever it is called', async () => {
    const form = adForm(mediaFile('picture.png'), 'film.mp4', 'video/mp4');
    const { status, body } = await shop.call('post', '/advertisements/upload', form);
    expect([status, UploadedAdvertisement.parse(body).advertisement.file_type]).toEqual([201, 'image']);
  });

  it('that is none of both, damaged, cut off or a bomb is refused, and leaves no trace', async () => {
    const half = (name: string) => mediaFile(name).subarray(0, mediaFile(name).length / 2);
    const text = (content: string) => Buffer.from(content);
    const heic = mediaFile('picture.avif');
    heic.write('heic', 8, 'latin1');
    const files: [string, Buffer<ArrayBuffer>][] = [
      ['picture.svg', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
      ['page.jpg', text('<!doctype html><script>alert(1)</script>')],
      ['empty.png', Buffer.alloc(0)],
      ['document.pdf', text('%PDF-1.7\n%âãÏÓ\n')],
      ['program.exe', text('MZ\u0090\u0000')],
      ['photo.heic', heic],
      ['h264.mkv', mediaFile('h264.mkv')],
      ['sound.mp4', mediaFile('sound.mp4')],
      ['sound.webm', mediaFile('sound.webm')],
      ...['picture.jpg', 'picture.png', 'picture.webp', 'animated.gif', 'h264.mp4', 'h264.m4v', 'h264.mov', 'vp9.webm'].map(
        (name): [string, Buffer<ArrayBuffer>] => [`half-${name}`, half(name)],
      ),
      ['first-bytes.png', mediaFile('picture.png').subarray(0, 16)],
      ['bomb.png', pngOf(30_000, 30_000)],
      ['film-of-nothing.mp4', Buffer.concat([mediaFile('h264.mp4').subarray(0, 64), Buffer.alloc(5 * MB, 0x55)])],
    ];
    for (const [name, bytes] of files) await refused(bytes, name, 415, texts.wrongType(name));
    await refused(filmOf(51 * MB), 'large.mp4', 413, texts.tooLarge('large.mp4', 'video'));
    const image = Buffer.concat([mediaFile('picture.png'), Buffer.alloc(101 * MB)]);
    await refused(image, 'large.png', 413, texts.tooLarge('large.png', 'image'));
    await refused(
      filmOf(limits.ads.videoBytes + 1),
      'a-byte-too-much.mp4',
      413,
      texts.tooLarge('a-byte-too-much.mp4', 'video'),
    );
    expect(await adsOf(shop)).toEqual([]);
    const document = await w.db.collection('advertisements').findOne({ 'reservations.0': { $exists: true } });
    expect([document, await objectsIn(w.s3!)]).toEqual([null, []]);
  });

  it('comes alone, in a form, in its field', async () => {
    const png = mediaFile('picture.png');
    const two = adForm(png, 'one.png');
    two.append('advertisement', new Blob([png]), 'two.png');
    const other = new FormData();
    other.set('logo', new Blob([png]), 'logo.png');
    const beside = adForm(png, 'one.png');
    beside.set('logo', new Blob([png]), 'logo.png');
    const none = new FormData();
    none.set('advertisement', 'text');
    for (const [body, message] of [
      [two, texts.oneFile],
      [other, texts.oneFile],
      [beside, texts.oneFile],
      [none, texts.nothingSelected],
      [{ advertisement: 'text' }, texts.nothingSelected],
      [undefined, texts.nothingSelected],
    ] as const) {
      const answer = await shop.call('post', '/advertisements/upload', body);
      expect([answer.status, HttpError.parse(answer.body).message]).toEqual([400, message]);
    }
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=']) {
      const headers = { authorization: `Bearer ${shop.token}`, 'content-type': type };
      const answer = await w.get('/advertisements/upload', { method: 'POST', headers, body: 'x' });
      expect([type, answer.status]).toEqual([type, 400]);
    }
    expect(await objectsIn(w.s3!)).toEqual([]);
    // Fields beside it are dropped.
    const described = adForm(png, 'described.png');
    described.set('title', 'Diwali');
    expect((await shop.call('post', '/advertisements/upload', described)).status).toBe(201);
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
    const answer = await upload(shop, mediaFile('picture.png'), name);
    // A line break reaches us encoded, or not at all.
    expect(answer.status).toBe(201);
    const { file_name, file_path } = UploadedAdvertisement.parse(answer.body).advertisement;
    if (wanted) expect(file_name).toBe(wanted);
    expect(file_name).toMatch(/^\P{Cc}{1,255}$/u);
    const { headers } = await w.get(file_path);
    expect(headers.get('content-disposition')).toMatch(/^inline; filename/);
    expect(headers.get('x-injected')).toBeNull();
  });

  it('stands on open boards at once, and leaves them at once', async () => {
    const stream = await EventStream.open(`${w.product.url}/boards/${shop.userId}/events`);
    const heard = () => stream.since(0, 'advertisements').at(-1)?.data as OwnAdvertisement[] | undefined;
    const ad = await stored(mediaFile('picture.png'), 'picture.png');
    await until(() => heard()?.[0]?.id === ad.id, 1_000);
    expect(await shop.call('delete', `/advertisements/${ad.id}`)).toMatchObject({
      status: 200,
      body: { message: list.deleted },
    });
    await until(() => heard()?.length === 0, 1_000);
    stream.close();
    expect((await w.get(ad.file_path)).status).toBe(404);
    expect(await objectsIn(w.s3!)).toEqual([]);
    const again = await shop.call('delete', `/advertisements/${ad.id}`);
    expect([again.status, HttpError.parse(again.body).message]).toEqual([404, list.notFound]);
  });

  it('is deleted by its shop and by an admin, by no other shop', async () => {
    const other = await newShop(w.product, admin);
    const ad = await stored(mediaFile('picture.png'), 'picture.png');
    const refusal = await other.call('delete', `/advertisements/${ad.id}`);
    expect([refusal.status, HttpError.parse(refusal.body).message]).toEqual([403, list.forbidden]);
    expect(await adsOf(other)).toEqual([]);
    const malformed = await shop.call('delete', '/advertisements/xyz');
    expect([malformed.status, HttpError.parse(malformed.body).message]).toEqual([400, list.invalidId]);
    expect(await adsOf(shop)).toEqual([ad]);
    expect((await admin.call('delete', `/advertisements/${ad.id}`)).status).toBe(200);
    expect(await adsOf(shop)).toEqual([]);
  });

  it('has one of five places, however many come at once', async () => {
    const sent = Array.from({ length: 20 }, (_, turn) =>
      turn % 2 ? upload(shop, mediaFile('h264.mp4'), `${turn}.mp4`) : upload(shop, mediaFile('picture.png'), `${turn}.png`),
    );
    const answers = await Promise.all(sent);
    const counts = (ads: OwnAdvertisement[]) =>
      ['video', 'image'].map((kind) => ads.filter((ad) => ad.file_type === kind).length);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(15);
    const ads = await adsOf(shop);
    expect(counts(ads)).toEqual([2, 3]);
    const video = await upload(shop, mediaFile('vp9.webm'), 'one-more.webm');
    expect([video.status, HttpError.parse(video.body).message]).toEqual([409, texts.tooManyVideos(2)]);
    const image = await upload(shop, mediaFile('picture.jpg'), 'one-more.jpg');
    expect([image.status, HttpError.parse(image.body).message]).toEqual([409, texts.tooMany(3, 2)]);
    const named = ads.map(({ id }) => `ads/${shop.userId}/${id}`);
    const files = (await objectsIn(w.s3!)).map((key) => key.split('/').slice(0, 3).join('/'));
    expect([...new Set(files)].sort()).toEqual(named.sort());
    // A place that is given back is there again.
    await shop.call('delete', `/advertisements/${ads.find(({ file_type }) => file_type === 'video')!.id}`);
    expect((await upload(shop, mediaFile('vp9.webm'), 'one-more.webm')).status).toBe(201);
  });

  it('goes with its shop', async () => {
    const leaving = await newShop(w.product, admin);
    expect((await upload(leaving, mediaFile('picture.png'), 'picture.png')).status).toBe(201);
    const left = () => w.db.collection('advertisements').findOne({ _id: new mongoose.Types.ObjectId(leaving.userId) });
    expect(await left()).not.toBeNull();
    await admin.call('delete', `/user/delete/${leaving.userId}`);
    await until(async () => (await objectsIn(w.s3!)).length === 0);
    await until(async () => !(await left()));
    expect((await upload(leaving, mediaFile('picture.png'), 'picture.png')).status).toBe(401);
  });

  describe('a file', () => {
    const film = mediaFile('h264.mp4');
    const at = (path: string, headers: Record<string, string>, method = 'GET') => w.get(path, { method, headers });

    it('answers byte ranges, tags and HEAD as video players ask', async () => {
      const { file_path: path } = await stored(film, 'film.mp4');
      const { length } = film;
      for (const base of ['', '/api']) {
        const whole = await w.get(base + path);
        expect([whole.status, Object.fromEntries(whole.headers)]).toEqual([
          200,
          expect.objectContaining({
            ...{ 'content-type': 'video/mp4', 'content-length': String(length), 'accept-ranges': 'bytes' },
            'cache-control': 'public, max-age=31536000, immutable',
            'content-disposition': 'inline; filename=film.mp4',
            'content-security-policy': "default-src 'none'; sandbox",
            'x-content-type-options': 'nosniff',
            etag: expect.stringMatching(/^"[^"]+"$/) as unknown,
          }),
        ]);
        const etag = whole.headers.get('etag')!;
        const cases: [Record<string, string>, number, string | null, Buffer | undefined][] = [
          [{ range: 'bytes=4-11' }, 206, `bytes 4-11/${length}`, film.subarray(4, 12)],
          [{ range: `bytes=${length - 5}-` }, 206, `bytes ${length - 5}-${length - 1}/${length}`, film.subarray(-5)],
          [{ range: 'bytes=-7' }, 206, `bytes ${length - 7}-${length - 1}/${length}`, film.subarray(-7)],
          [{ range: `bytes=0-${length * 2}` }, 206, `bytes 0-${length - 1}/${length}`, film],
          [{ range: `bytes=-${length * 2}` }, 206, `bytes 0-${length - 1}/${length}`, film],
          [{ range: `bytes=${length}-` }, 416, `bytes */${length}`, undefined],
          [{ range: 'bytes=-0' }, 416, `bytes */${length}`, undefined],
          // What is no range, or several, is answered with the whole.
          ...['bytes=9-5', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,4-5', 'bytes=-'].map(
            (range): [Record<string, string>, number, null, Buffer] => [{ range }, 200, null, film],
          ),
          [{ range: 'bytes=0-3', 'if-range': etag }, 206, `bytes 0-3/${length}`, film.subarray(0, 4)],
          [{ range: 'bytes=0-3', 'if-range': '"another"' }, 200, null, film],
          [{ 'if-none-match': etag }, 304, null, Buffer.alloc(0)],
          [{ 'if-none-match': `W/${etag}, "x"`, range: 'bytes=0-3' }, 304, null, Buffer.alloc(0)],
          [{ 'if-none-match': '"another"' }, 200, null, film],
        ];
        for (const [headers, status, range, bytes] of cases) {
          const answer = await at(base + path, headers);
          expect([headers, answer.status, answer.headers.get('content-range')]).toEqual([headers, status, range]);
          if (bytes) expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
          const head = await at(base + path, headers, 'HEAD');
          expect([headers, head.status, head.headers.get('content-range')]).toEqual([headers, status, range]);
          expect((await head.arrayBuffer()).byteLength).toBe(0);
          if (status < 300) expect(head.headers.get('content-length')).toBe(answer.headers.get('content-length'));
        }
      }
    });
  });
});
