import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { mediaFile } from '@sarafa/testing';
import { blankMetadata } from './film-metadata.js';
import { Films } from './films.js';

const folder = mkdtempSync(join(tmpdir(), 'sarafa-metadata-'));
const films = new Films();
const lost = new AbortController().signal;
afterAll(async () => {
  await films.onApplicationShutdown();
  rmSync(folder, { recursive: true });
});

const PLACE = '+18.5204+073.8567/';
const XMP = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
const u32 = (...numbers: number[]) => {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => bytes.writeUInt32BE(number, 4 * index));
  return bytes;
};
const box = (name: string, ...content: (Buffer | string)[]): Buffer => {
  const inside = Buffer.concat(content.map((part) => Buffer.from(part as string)));
  return Buffer.concat([u32(8 + inside.length), Buffer.from(name, 'latin1'), inside]);
};

/** The film with more boxes at the end of its index, which is the last of its own boxes, and `after` behind it. */
function filmWith(name: string, inIndex: Buffer, after: Buffer = Buffer.alloc(0)): Buffer {
  const film = mediaFile(name);
  const index = film.lastIndexOf('moov') - 4;
  film.writeUInt32BE(film.readUInt32BE(index) + inIndex.length, index);
  return Buffer.concat([film, inIndex, after]);
}

/** A camera's track of places, whose two chunks of samples are where `at` says. */
const track = (at: number[], sizes: number[], handler?: string) => trackOf(tables(at, sizes), handler);
const trackOf = (inTable: Buffer[], handler = 'meta') =>
  box('trak', box('mdia', box('hdlr', u32(0, 0), handler, u32(0, 0, 0)), box('minf', box('stbl', ...inTable))));
const tables = (at: number[], sizes: number[]) => [
  box('stsc', u32(0, 2, 1, 2, 1, 2, 1, 1)),
  box('stsz', u32(0, 0, sizes.length, ...sizes)),
  box('stco', u32(0, at.length, ...at)),
];

/** So many boxes, each in the one before. */
function nested(levels: number): Buffer {
  return Buffer.concat(
    Array.from({ length: levels }, (_, level) => Buffer.concat([u32(8 * (levels - level)), Buffer.from('moof')])),
  );
}

const blanked = async (film: Buffer, container: 'iso' | 'webm' = 'iso') => {
  const path = join(folder, 'film');
  writeFileSync(path, film);
  const before = await films.read(path, film.length, lost);
  await blankMetadata(path, container);
  // The same length of the same film, whose pictures and sounds are where they were.
  expect(await films.read(path, film.length, lost)).toEqual(before);
  const after = readFileSync(path);
  expect(after).toHaveLength(film.length);
  return after;
};
/** How many bytes differ, and from where to where. */
const changed = (one: Buffer, other: Buffer) => {
  const at = [...one.keys()].filter((index) => one[index] !== other[index]);
  return [at[0], at.at(-1)];
};

it.each(['h264.mp4', 'h264.mov'])('%s says nothing of its place, its device and its title', async (name) => {
  const said = [
    box('udta', box('\xa9xyz', PLACE), box('\xa9mod', 'Pixel 9')),
    box('meta', 'com.apple.quicktime.location', PLACE),
  ];
  const film = filmWith(
    name,
    Buffer.concat(said),
    Buffer.concat([box('uuid', XMP, `<x:xmpmeta>${PLACE}`), box('meta', PLACE)]),
  );
  const after = await blanked(film);
  for (const word of [PLACE, 'Pixel 9', 'location', 'xmpmeta']) expect([word, after.includes(word)]).toEqual([word, false]);
  // All before the first of it stays as it was.
  expect(changed(film, after)[0]).toBeGreaterThan(film.indexOf('udta') - 1);
});

it.each([
  ['a maker’s own box', box('uuid', Buffer.alloc(16, 7), PLACE), Buffer.alloc(0)],
  ['a box of a name that only the maker knows', box('gps ', PLACE), box('sefd', PLACE)],
  ['room for more', box('free', PLACE), box('skip', PLACE)],
  ['something behind the last box', Buffer.alloc(0), Buffer.from(`\xff\xff\xff\xff${PLACE}`, 'latin1')],
])('has no place in %s', async (_, inIndex, after) => {
  expect((await blanked(filmWith('h264.mp4', inIndex, after))).includes(PLACE)).toBe(false);
});

it('keeps a fragment’s own boxes', async () => {
  const fragment = box('moof', box('traf', box('uuid', Buffer.alloc(16, 7), 'its time')));
  expect((await blanked(filmWith('h264.mp4', Buffer.alloc(0), fragment))).includes('its time')).toBe(true);
});

it('has no places of a camera that wrote them second by second, and all of its pictures', async () => {
  const samples = Buffer.from(`${PLACE}GPS-1${PLACE}GPS-2${PLACE}GPS-3`);
  const length = PLACE.length + 5;
  const at = mediaFile('h264.mp4').length;
  const sizes = [length, length, length];
  const size = track([0, 0], sizes).length;
  // Two samples are in the first chunk, the third one stands alone, behind what isn't the track's.
  const [first, second] = [at + size + 8, at + size + 8 + 2 * length + 4];
  const media = box('mdat', samples.subarray(0, 2 * length), 'kept', samples.subarray(2 * length));
  const film = filmWith('h264.mp4', track([first, second], sizes), media);
  const after = await blanked(film);
  expect([after.includes('GPS'), after.includes('kept'), after.includes('trak')]).toEqual([false, true, true]);
  const subtitles = filmWith('h264.mp4', track([first, second], sizes, 'sbtl'), media);
  expect((await blanked(subtitles)).includes('GPS')).toBe(false);
  const shown = filmWith('h264.mp4', track([first, second], sizes, 'soun'), media);
  expect((await blanked(shown)).includes('GPS-3')).toBe(true);
});

it.each([
  ['points behind the end', track([4_000_000_000, 7], [5, 5, 5])],
  ['points at itself without an end', track(Array<number>(50_000).fill(0), [4_000_000, 4_000_000])],
  ['has fewer sizes than samples', track([1, 2], [])],
  ['has boxes in boxes in boxes', nested(100_000)],
  ['ends within a box', box('udta', u32(4_000, 0))],
])('goes on with an index that %s', async (_, broken) => {
  const path = join(folder, 'broken');
  const film = filmWith('h264.mp4', broken);
  writeFileSync(path, film);
  await blankMetadata(path, 'iso');
  expect(readFileSync(path)).toHaveLength(film.length);
});

it('is left alone by a second look at the same samples, which a film can ask for without an end', async () => {
  const at = mediaFile('h264.mp4').length;
  const again = track([40], [30_000, 0]);
  const [size, places] = [3 * again.length, 'GPS'.repeat(1_000)];
  const film = filmWith('h264.mp4', Buffer.concat([again, again, track([at + size + 8], [3_000, 0])]), box('mdat', places));
  const path = join(folder, 'again');
  writeFileSync(path, film);
  await blankMetadata(path, 'iso');
  const after = readFileSync(path);
  expect([after.subarray(40, 30_040).every((byte) => byte === 0), after.includes(places)]).toEqual([true, true]);
});

it('is left alone behind 200,000 chunks of samples, which no camera writes', async () => {
  const chunks = 250_000;
  const index = (first: number) => {
    const at = Buffer.concat(Array.from({ length: chunks }, (_, chunk) => u32(first + chunk)));
    return trackOf([box('stsc', u32(0, 1, 1, 1, 1)), box('stsz', u32(0, 1, chunks)), box('stco', u32(0, chunks), at)]);
  };
  const first = mediaFile('h264.mp4').length + index(0).length + 8;
  const path = join(folder, 'chunks');
  writeFileSync(path, filmWith('h264.mp4', index(first), box('mdat', 'x'.repeat(chunks))));
  await blankMetadata(path, 'iso');
  const samples = readFileSync(path).subarray(first);
  const blanks = samples.indexOf('x');
  expect([blanks > 199_000, samples.toString('latin1', 200_000)]).toEqual([true, 'x'.repeat(50_000)]);
});

it.each(['h264.mp4', 'h264.m4v', 'h264.mov', 'vp8.webm', 'vp9.webm'])(
  '%s stays as it is, which says only what wrote it',
  async (name) => {
    expect((await blanked(mediaFile(name), name.endsWith('webm') ? 'webm' : 'iso')).equals(mediaFile(name))).toBe(true);
  },
);

it('has no tags of WebM', async () => {
  const film = mediaFile('vp9.webm');
  film.write('ADDRESS', film.indexOf('ENCODER'));
  const after = await blanked(film, 'webm');
  expect([film.includes('ADDRESS'), after.includes('ADDRESS')]).toEqual([true, false]);
  // Only tags have changed: all others stand before them or behind.
  const tags = film.indexOf(Buffer.from('1254c367', 'hex'), 0x100);
  const [first, last] = changed(film, after);
  expect([first, last! <= tags + 9 + 0x81]).toEqual([tags, true]);
});

it('has no tags of WebM as browsers record it, whose parts have no sizes', async () => {
  const open = (id: string) => Buffer.from(`${id}01ffffffffffffff`, 'hex');
  const element = (id: string, content: string | Buffer) =>
    Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x80 + content.length]), Buffer.from(content as string)]);
  const cluster = Buffer.concat([open('1f43b675'), element('e7', '\0'), element('a3', 'block')]);
  const film = Buffer.concat([
    ...[element('1a45dfa3', ''), open('18538067'), element('1549a966', element('7ba9', PLACE))],
    ...[cluster, cluster, element('1254c367', PLACE), cluster],
  ]);
  const path = join(folder, 'recorded');
  writeFileSync(path, film);
  await blankMetadata(path, 'webm');
  const after = readFileSync(path);
  expect([after.length, after.includes(PLACE)]).toEqual([film.length, false]);
  expect(after.toString('latin1').split('block')).toHaveLength(4);
});
