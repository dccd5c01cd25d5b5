import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { mediaFile, pngOf } from '@sarafa/testing';
import sharp, { type Sharp } from 'sharp';
import { Films } from './films.js';
import { mediaTypeOf, SNIFFED_BYTES } from './media-type.js';
import { Pictures } from './pictures.js';
import { Spool } from './spool.js';

const folder = mkdtempSync(join(tmpdir(), 'sarafa-odd-'));
const films = new Films();
const pictures = new Pictures();
const lost = new AbortController().signal;
afterAll(async () => {
  await films.onApplicationShutdown();
  rmSync(folder, { recursive: true });
});

let count = 0;
const stored = (bytes: Buffer) => {
  const path = join(folder, String(++count));
  writeFileSync(path, bytes);
  return path;
};
const withBrand = (name: string, brand: string) => {
  const file = mediaFile(name);
  file.write(brand, 8, 'latin1');
  return file;
};

describe('a picture as phones and programs make it', () => {
  const draw = async (bytes: Buffer) => {
    const { format } = (await mediaTypeOf(bytes.subarray(0, SNIFFED_BYTES)))!;
    const to = join(folder, 'drawn');
    const picture = await pictures.draw(stored(bytes), to, format!, lost);
    if (!picture || 'mostMegapixels' in picture) return picture;
    return { ...(await sharp(to).metadata()), isStilled: picture.isStilled };
  };

  it.each([
    ['an animated PNG', mediaFile('animated.png'), true, 120],
    ['an AVIF sequence', mediaFile('animated.avif'), true, 320],
    ['an AVIF that declares HEIF first', withBrand('picture.avif', 'mif1'), false, undefined],
    ['a still PNG', pngOf(40, 20), false, 40],
  ])('%s is shown, and whether it stands still is told', async (_, bytes, isStilled, width) => {
    expect(await draw(bytes)).toMatchObject({ format: 'webp', isStilled, ...(width ? { width } : {}) });
  });
});

describe('a picture of very many pixels', () => {
  const huge = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'gold' }, limitInputPixels: false });
  const draw = async (bytes: Buffer, format: 'jpeg' | 'png' | 'heif') => {
    const to = join(folder, 'drawn-small');
    const picture = await pictures.draw(stored(bytes), to, format, lost);
    if (!picture || 'mostMegapixels' in picture) return picture;
    const { width, height } = await sharp(to).metadata();
    return [width, height];
  };
  /** The head of a JPEG made to say that the picture is larger than it is. */
  const declared = (file: Buffer, width: number, height: number) => {
    const at = Math.max(...[0xc0, 0xc2].map((code) => file.indexOf(Buffer.from([0xff, code, 0, 17]))));
    file.writeUInt16BE(height, at + 5);
    file.writeUInt16BE(width, at + 7);
    return file;
  };
  /** Its first scan has one of its three components. */
  const inScans = (file: Buffer) => {
    const [at, scan] = [file.indexOf(Buffer.from([0xff, 0xda])), Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0])];
    return Buffer.concat([file.subarray(0, at), scan, file.subarray(at + 14)]);
  };
  // The types of sharp don't know `withGainMap` yet.
  const jpeg = () => huge(16, 16).jpeg() as Sharp & { withGainMap(): Sharp };
  const ofPhone = async (file: Promise<Buffer>) => declared(await file, 12_000, 9_000);

  it('is drawn where it is a JPEG that is read line by line', async () => {
    const upright = huge(12_000, 9_000).jpeg().withMetadata({ orientation: 6 });
    expect(await draw(await upright.toBuffer(), 'jpeg')).toEqual([2_880, 3_840]);
  });

  it.each([
    ['a banner as PNG', 'png', 65, async () => pngOf(12_000, 7_200)],
    ['an AVIF of a kilobyte', 'heif', 25, () => huge(5_100, 5_000).avif({ effort: 0 }).toBuffer()],
    ['an interlaced PNG', 'png', 25, () => huge(5_100, 5_000).png({ progressive: true }).toBuffer()],
    ['a bomb', 'png', 65, async () => pngOf(30_000, 30_000)],
    ['a progressive JPEG', 'jpeg', 65, () => ofPhone(jpeg().jpeg({ progressive: true }).toBuffer())],
    ['a JPEG in several scans', 'jpeg', 65, async () => inScans(await ofPhone(jpeg().toBuffer()))],
    ['a JPEG with a gain map', 'jpeg', 65, () => ofPhone(jpeg().withGainMap().toBuffer())],
    ['a JPEG of more than any phone’s', 'jpeg', 250, async () => declared(await jpeg().toBuffer(), 20_000, 15_000)],
  ] as const)('is told from a broken file, with how many are allowed: %s', async (_, format, mostMegapixels, file) => {
    expect(await draw(await file(), format)).toEqual({ mostMegapixels });
  });

  it('is a broken file where it says nothing of how many', async () => {
    expect(await draw(pngOf(12_000, 7_200).subarray(0, 16), 'png')).toBeUndefined();
  });
});

it.each([
  ['the length of its head', 'ftyp', -2],
  ['the number of its parts', 'iinf', 8],
])('an AVIF in which %s is damaged is a broken file, and no fault of this machine', async (_, name, offset) => {
  const bytes = Buffer.from(mediaFile('picture.avif'));
  bytes.writeUInt8(0xff, bytes.indexOf(name) + offset);
  expect(await pictures.draw(stored(bytes), join(folder, 'drawn'), 'heif', lost)).toBeUndefined();
});

describe('a film as phones and cameras make it', () => {
  const live = Buffer.concat([Buffer.from('\0\0\0\x08wide', 'latin1'), mediaFile('no-ftyp.mov')]);

  it.each([
    ['with a duration of 0', mediaFile('zero-duration.mp4'), null],
    ['without a brand', mediaFile('no-ftyp.mov'), 2],
    ['without a brand and with room for one', live, 2],
    ...['XAVC', 'niko', 'hvc1', 'iso6', 'dash', 'F4V '].map(
      (brand) => [`of the brand ${brand}`, withBrand('h264.mp4', brand), 2] as const,
    ),
    ['with something behind its last box', Buffer.concat([mediaFile('h264.mp4'), Buffer.alloc(512, 0xff)]), 2],
  ])('%s is taken', async (_, bytes, duration) => {
    expect(await mediaTypeOf(bytes.subarray(0, SNIFFED_BYTES))).toMatchObject({ kind: 'video' });
    expect(await films.read(stored(bytes), bytes.length, lost)).toEqual({ duration, warning: null });
  });
});

it.each([
  ['three bytes', mediaFile('h264.mp4').subarray(0, -3)],
  ['its second half', mediaFile('h264.mp4').subarray(0, mediaFile('h264.mp4').length / 2)],
  ['its index', mediaFile('h264.mp4').subarray(0, mediaFile('h264.mp4').lastIndexOf('moov') - 4)],
])('a film without %s is none', async (_, bytes) => {
  expect(await films.read(stored(bytes), bytes.length, lost)).toBeUndefined();
});

describe('an upload that has ended while it waited for its turn', () => {
  const film = mediaFile('vp8.webm');

  it.each([
    ['drawn', (signal: AbortSignal) => pictures.draw(stored(pngOf(400, 400)), join(folder, 'late'), 'png', signal)],
    ['read', (signal: AbortSignal) => films.read(stored(film), film.length, signal)],
    ['blanked', (signal: AbortSignal) => films.blank(stored(film), 'webm', signal)],
  ])("isn't %s", async (_, work) => {
    const ended = new AbortController();
    const works = [work(lost), work(ended.signal)];
    // By now the first one has begun.
    await nextTurn();
    ended.abort('ended');
    expect(await Promise.allSettled<unknown>(works)).toMatchObject([{ status: 'fulfilled' }, { reason: 'ended' }]);
  });
});

it.each([
  ['no picture can be written', () => pictures.draw(stored(pngOf(40, 20)), join(folder, 'none', 'drawn'), 'png', lost)],
  ['no picture can be read', () => pictures.draw(join(folder, 'none'), join(folder, 'drawn'), 'heif', lost)],
  ['no picture can be opened', () => pictures.draw(folder, join(folder, 'drawn'), 'png', lost)],
  ['no film can be read', () => films.read(folder, 1_000, lost)],
])('where %s, nothing is said of the file', async (_, work) => {
  await expect(work()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

it('what stands in TMPDIR under the name of an upload and is none is passed over by the sweep', async () => {
  const [foreign, abandoned] = ['foreign', 'abandoned'].map((name) => join(tmpdir(), `sarafa-upload-${name}-${process.pid}`));
  try {
    mkdirSync(foreign!);
    writeFileSync(abandoned!, '');
    for (const path of [foreign!, abandoned!]) utimesSync(path, 0, 0);
    await Spool.removeAbandoned();
    expect([existsSync(foreign!), existsSync(abandoned!)]).toEqual([true, false]);
  } finally {
    rmSync(foreign!, { recursive: true });
  }
});
