import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { mediaFile, pngOf } from '@sarafa/testing';
import sharp from 'sharp';
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
    return picture && { ...(await sharp(to).metadata()), isStilled: picture.isStilled };
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

describe('a film as phones and cameras make it', () => {
  const live = Buffer.concat([Buffer.from('\0\0\0\x08wide', 'latin1'), mediaFile('no-ftyp.mov')]);

  it.each([
    ['with a duration of 0', mediaFile('zero-duration.mp4'), null],
    ['without a brand', mediaFile('no-ftyp.mov'), 2],
    ['without a brand and with room for one', live, 2],
  ])('%s is taken', async (_, bytes, duration) => {
    expect(await mediaTypeOf(bytes.subarray(0, SNIFFED_BYTES))).toMatchObject({ kind: 'video' });
    expect(await films.read(stored(bytes), bytes.length, lost)).toEqual({ duration, warning: null });
  });
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
