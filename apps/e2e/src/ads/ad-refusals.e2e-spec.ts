import { describe, expect, it } from '@jest/globals';
import { HttpError, limits, texts } from '@sarafa/contracts';
import { filmOf, mediaFile, objectsIn, pngOf, until } from '@sarafa/testing';
import mongoose from 'mongoose';
import { AdShop } from './ad-shop.js';
import { adForm, adsOf, upload } from '../shared/ads.js';

const { uploads } = texts;
const MB = 1_048_576;

describe('an ad', () => {
  const own = new AdShop();
  const refused = async (bytes: Buffer<ArrayBuffer>, name: string, status: number, message: string) => {
    const { status: told, body } = await upload(own.shop, bytes, name);
    expect([name, told, (body as HttpError).message]).toEqual([name, status, message]);
    HttpError.parse(body);
  };

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
      ['film-of-nothing.mp4', Buffer.concat([mediaFile('h264.mp4').subarray(0, 64), Buffer.alloc(5 * MB, 0x55)])],
    ];
    for (const [name, bytes] of files) await refused(bytes, name, 415, uploads.wrongType(name));
    for (const [name, bytes] of [
      ['bomb.png', pngOf(30_000, 30_000)],
      ['banner.png', pngOf(12_000, 7_200)],
    ] as const)
      await refused(bytes, name, 413, uploads.tooManyPixels(name, 65));
    await refused(filmOf(51 * MB), 'large.mp4', 413, uploads.tooLarge('large.mp4', 'video'));
    const image = Buffer.concat([mediaFile('picture.png'), Buffer.alloc(101 * MB)]);
    await refused(image, 'large.png', 413, uploads.tooLarge('large.png', 'image'));
    await refused(
      filmOf(limits.ads.videoBytes + 1),
      'a-byte-too-much.mp4',
      413,
      uploads.tooLarge('a-byte-too-much.mp4', 'video'),
    );
    expect(await adsOf(own.shop)).toEqual([]);
    const document = await own.w.db.collection('advertisements').findOne({ 'reservations.0': { $exists: true } });
    expect([document, await objectsIn(own.w.s3!)]).toEqual([null, []]);
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
      [two, uploads.oneFile],
      [other, uploads.oneFile],
      [beside, uploads.oneFile],
      [none, uploads.nothingSelected],
      [{ advertisement: 'text' }, uploads.nothingSelected],
      [undefined, uploads.nothingSelected],
    ] as const) {
      const answer = await own.shop.call('post', '/advertisements/upload', body);
      expect([answer.status, HttpError.parse(answer.body).message]).toEqual([400, message]);
    }
    // A plain form of HTML sends the field also where no file was selected.
    const unselected = '--b\r\ncontent-disposition: form-data; name="advertisement"; filename=""\r\n\r\n\r\n--b--\r\n';
    for (const [type, body] of [
      ['multipart/form-data; boundary=b', unselected],
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=', 'x'],
    ] as const) {
      const headers = { authorization: `Bearer ${own.shop.token}`, 'content-type': type };
      const answer = await own.w.get('/advertisements/upload', { method: 'POST', headers, body });
      expect([type, answer.status]).toEqual([type, 400]);
    }
    expect(await objectsIn(own.w.s3!)).toEqual([]);
  });

  it('may have other parts beside it, which are dropped', async () => {
    const png = mediaFile('picture.png');
    const described = adForm(png, 'described.png');
    described.set('title', 'Diwali');
    expect((await own.shop.call('post', '/advertisements/upload', described)).status).toBe(201);
    const stored = async () => {
      const document = await own.w.db
        .collection('advertisements')
        .findOne({ _id: new mongoose.Types.ObjectId(own.shop.userId) });
      return (document?.advertisements?.length ?? 0) + (document?.reservations?.length ?? 0);
    };
    // A part without a name, longer than busboy keeps of a part by default, in one piece and in two.
    const nameless = `--b\r\nx: y\r\n\r\n${'x'.repeat(60_000)}\r\n`;
    const named = `--b\r\ncontent-disposition: form-data; name="advertisement"; filename="one.png"\r\n\r\n${png.toString('latin1')}\r\n`;
    for (const [parts, cutAt] of [
      [nameless + named, 0],
      [named + nameless, 50_000],
    ] as const) {
      const body = Buffer.from(`${parts}--b--\r\n`, 'latin1');
      const headers = { authorization: `Bearer ${own.shop.token}`, 'content-type': 'multipart/form-data; boundary=b' };
      const before = await stored();
      const pieces = new ReadableStream({
        async start(form) {
          form.enqueue(body.subarray(0, cutAt));
          // The file has come by then, and is being stored.
          if (cutAt > 0) await until(async () => (await stored()) > before);
          form.enqueue(body.subarray(cutAt));
          form.close();
        },
      });
      // Node's fetch asks for `duplex`, which the types of the DOM don't know.
      const sending = { method: 'POST', headers, body: pieces, duplex: 'half' };
      const answer = await own.w.get('/advertisements/upload', sending);
      expect([cutAt, answer.status]).toEqual([cutAt, 201]);
    }
  });
});
