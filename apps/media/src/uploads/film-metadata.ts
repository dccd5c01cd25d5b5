import { open } from 'node:fs/promises';
import { boxes, bytes, type Film, find, isForeign, MOST_PARTS, type Part, type Reader, TOP } from './film-parts.js';

/** A film that was made to keep a server busy has boxes in boxes in boxes. What is deeper than in any film is left as it is. */
const DEEPEST = 8;

/** The boxes of an ISO base media file that have boxes in them (ISO/IEC 14496-12, 6.2). */
const WITH_BOXES = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf']);
/** Titles, places and devices of MP4 and QuickTime. */
const METADATA = new Set(['udta', 'meta']);
/** What of it tells no more than which program has written the film. */
const OF_PROGRAM = new Set(['udta', 'meta', 'ilst', 'hdlr', 'free', '\xa9too', '\xa9swr']);
const WITH_METADATA = new Set(['udta', 'meta', 'ilst']);
/** Room for more. Cameras and editors use it for what they want to tell. */
const ROOM = new Set(['free', 'skip']);
/** What a player needs of the index (ISO/IEC 14496-12, table 1, and QuickTime). */
const IN_INDEX = new Set(['mvhd', 'trak', 'mvex', 'iods', 'pssh', 'cmov', 'rmra', 'ctab', 'clip', 'prfl']);
/** The tracks of a film, by their handlers: pictures, sound, and the time that QuickTime counts them by. */
const SHOWN = new Set(['vide', 'soun', 'auxv', 'pict', 'tmcd']);
const ZEROS = Buffer.alloc(65_536);
/** A film of a few minutes has tables of some hundred kilobytes. */
const LONGEST_TABLE = 12_000_000;
/** What Node calls a read behind the end of a buffer. */
const OUT_OF_TABLE = new Set<string | undefined>(['ERR_OUT_OF_RANGE', 'ERR_BUFFER_OUT_OF_BOUNDS']);

/** The elements of WebM that are gone into (RFC 8794 and 9559), by their ids. */
const SEGMENT = '18538067';
const INFO = '1549a966';
/** Tags, and a title and a date of the segment. */
const TAGS = '1254c367';
const WEBM_METADATA = new Set([TAGS, '7ba9', '4461']);
/** Tags, a tag and a part of it have others in them; these names of tags are those that programs write by themselves. */
const WITH_TAGS = new Set(['7373', '67c8']);
const TAG_NAME = '45a3';
const TAGS_OF_PROGRAM = /^(?:ENCODER|DURATION|HANDLER_NAME|VENDOR_ID|MAJOR_BRAND|MINOR_VERSION|COMPATIBLE_BRANDS)\0*$/;
/** An element without a size of its own, as of a film that a browser has recorded, ends where one of these begins. */
const WEBM_TOP = new Set(['1f43b675', '1c53bb6b', TAGS, '1941a469', '1043a770', '1654ae6b', INFO, '114d9b74', SEGMENT]);
const CLUSTER = '1f43b675';

/**
 * Blanks what a film says of its place, its device and its title, also second by second as action cameras do. It is done in place: the
 * file keeps its length, and pictures and sound stay where the index says that they are. The times in the index stay.
 */
export async function blankMetadata(path: string, container: 'iso' | 'webm'): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    const { size } = await handle.stat();
    const film = { handle, bytesLeft: size, partsLeft: MOST_PARTS };
    await (container === 'iso' ? blankBoxes(film, 0, size) : blankElements(film, 0, size));
  } finally {
    await handle.close();
  }
}

async function blankBoxes(file: Film, from: number, to: number, inside = '', depth = 0): Promise<void> {
  if (depth > DEEPEST) return;
  let end = from;
  for await (const box of boxes(file, from, to)) {
    end = box.end;
    if (await isTold(file, box, inside)) await blankBox(file, box);
    else if (box.name === 'trak' && (await isOfMetadata(file, box))) await blankTrack(file, box);
    else if (WITH_BOXES.has(box.name)) await blankBoxes(file, box.content, box.end, box.name, depth + 1);
  }
  // Some cameras write where they were behind the last box.
  if (inside === '' && (await isForeign(file, end, to))) await blank(file, end, to - end);
}

/** Whether a box may tell of who made the film and where. Makers have boxes of their own, so what isn't known is taken for one. */
async function isTold(file: Film, box: Part, inside: string): Promise<boolean> {
  const { name } = box;
  if (METADATA.has(name)) return !(await isOfProgram(file, box));
  // In a fragment they are of its place in a live film and of its encryption.
  if (name === 'uuid') return inside !== 'moof' && inside !== 'traf';
  return (inside === '' && !TOP.has(name)) || (inside === 'moov' && !IN_INDEX.has(name)) || ROOM.has(name);
}

/** Whether a box tells nothing of who made the film: then the film stays as it is, byte for byte. */
async function isOfProgram(file: Film, { name, content, end }: Part, depth = 0): Promise<boolean> {
  if (!OF_PROGRAM.has(name) || depth > DEEPEST) return false;
  if (!WITH_METADATA.has(name)) return true;
  // In MP4 `meta` begins with a version, in QuickTime with a box.
  const isVersioned = name === 'meta' && (await bytes(file, content, 4)).every((byte) => byte === 0);
  let at = isVersioned ? content + 4 : content;
  for await (const inside of boxes(file, at, end)) {
    if (!(await isOfProgram(file, inside, depth + 1))) return false;
    at = inside.end;
  }
  // QuickTime may end user data with a zero.
  return end - at <= 4;
}

/** A track whose samples are neither pictures nor sound but what the camera has measured, also as subtitles. */
async function isOfMetadata(file: Film, track: Part): Promise<boolean> {
  const handler = await find(file, track, 'mdia', 'hdlr');
  return handler !== undefined && !SHOWN.has((await bytes(file, handler.content + 8, 4)).toString('latin1'));
}

/** Blanks the samples as well, because a camera's places are in them. */
async function blankTrack(file: Film, track: Part): Promise<void> {
  const table = await find(file, track, 'mdia', 'minf', 'stbl');
  for (const [at, length] of table ? await samplesOf(file, table) : []) await blank(file, at, length);
  await blankBox(file, track);
}

/** The start and the length of each run of adjacent chunks of samples, as far as the tables go. Each chunk counts as a part. */
async function samplesOf(file: Film, table: Part): Promise<[number, number][]> {
  const { size } = await file.handle.stat();
  const [sizes, runs] = [await tableOf(file, table, 'stsz'), await tableOf(file, table, 'stsc')];
  const [near, far] = [await tableOf(file, table, 'stco'), await tableOf(file, table, 'co64')];
  const found: [number, number][] = [];
  try {
    const chunks = near ?? far;
    if (!sizes || !runs || !chunks) return [];
    const sizeOfAll = sizes.readUInt32BE(4);
    let [sample, run] = [0, 0];
    for (let chunk = 0; chunk < chunks.readUInt32BE(4) && file.partsLeft-- > 0; chunk++) {
      // Each run says how many samples there are in a chunk from one on, counted from one.
      while (run + 1 < runs.readUInt32BE(4) && runs.readUInt32BE(8 + 12 * (run + 1)) <= chunk + 1) run++;
      const samples = runs.readUInt32BE(12 + 12 * run);
      let length = sizeOfAll * samples;
      if (!sizeOfAll) for (let i = 0; i < samples; i++) length += sizes.readUInt32BE(12 + 4 * (sample + i));
      sample += samples;
      const at = near ? near.readUInt32BE(8 + 4 * chunk) : Number(far!.readBigUInt64BE(8 + 8 * chunk));
      // A damaged index may point anywhere.
      if (at + length > size) break;
      const last = found.at(-1);
      if (last && last[0] + last[1] === at) last[1] += length;
      else found.push([at, length]);
    }
  } catch (error) {
    // A table that is shorter than it says; what it has said is kept.
    if (!OUT_OF_TABLE.has((error as NodeJS.ErrnoException).code)) throw error;
  }
  return found;
}

async function tableOf(file: Film, { content, end }: Part, name: string): Promise<Buffer | undefined> {
  for await (const box of boxes(file, content, end)) {
    if (box.name === name) return bytes(file, box.content, Math.min(box.end - box.content, LONGEST_TABLE));
  }
  return undefined;
}

async function blankBox(file: Film, { at, content, end }: Part): Promise<void> {
  await file.handle.write('free', at + 4, 'latin1');
  await blank(file, content, end - content);
}

async function blankElements(file: Film, from: number, to: number, depth = 0): Promise<void> {
  if (depth > DEEPEST) return;
  for await (const element of elements(file, from, to)) {
    const isTold = WEBM_METADATA.has(element.name) && !(element.name === TAGS && (await areOfProgram(file, element)));
    if (isTold) await blankElement(file, element);
    else if (element.name === SEGMENT || element.name === INFO)
      await blankElements(file, element.content, element.end, depth + 1);
  }
}

/** Like `isOfProgram`, of tags. */
async function areOfProgram(file: Film, { content, end }: Part, depth = 0): Promise<boolean> {
  let at = content;
  for await (const inside of elements(file, content, end)) {
    const name = inside.name === TAG_NAME ? (await bytes(file, inside.content, inside.end - inside.content)).toString() : '';
    const isWithin = WITH_TAGS.has(inside.name);
    if (name && !TAGS_OF_PROGRAM.test(name)) return false;
    at = inside.end;
    if (isWithin && (depth > DEEPEST || !(await areOfProgram(file, inside, depth + 1)))) return false;
  }
  // What can't be read tells something.
  return at === end;
}

const elements: Reader = async function* (file, from, to) {
  for (let at = from; at < to && file.partsLeft-- > 0;) {
    const head = await headOf(file, at);
    if (!head) return;
    const { name, content } = head;
    // What has no size is a segment or a cluster; of another part nobody knows where it ends.
    if (head.end === undefined && name !== SEGMENT && name !== CLUSTER) return;
    const end = head.end ?? (name === CLUSTER ? await endOfOpen(file, content, to) : to);
    if (end > to) return;
    yield { name, at, content, end };
    at = end;
  }
};

/** An element's id, and where its content begins and ends; the end is undefined for one without a size (RFC 8794, 5 and 6). */
async function headOf(file: Film, at: number) {
  const head = await bytes(file, at, 12);
  const idLength = Math.clz32(head[0] ?? 0) - 23;
  const sizeLength = Math.clz32(head[idLength] ?? 0) - 23;
  const content = at + idLength + sizeLength;
  if (idLength > 4 || sizeLength > 8 || head.length < content - at) return undefined;
  const size = head.subarray(idLength, content - at);
  size[0]! &= 0xff >> sizeLength;
  const isOpen = size[0] === 0xff >> sizeLength && size.subarray(1).every((byte) => byte === 0xff);
  const end = isOpen ? undefined : size.reduce((sum, byte) => sum * 256 + byte, 0) + content;
  return { name: head.toString('hex', 0, idLength), content, end };
}

async function endOfOpen(file: Film, content: number, to: number): Promise<number> {
  for (let at = content; at < to && file.partsLeft-- > 0;) {
    const head = await headOf(file, at);
    if (!head || WEBM_TOP.has(head.name)) return at;
    if (head.end === undefined) return to;
    at = head.end;
  }
  return to;
}

/** Makes an element a void one of the same length (RFC 8794, 11.3.2). */
async function blankElement(file: Film, { at, end }: Part): Promise<void> {
  const length = end - at;
  const head = length < 9 ? Buffer.from([0xec, 0x80 + length - 2]) : Buffer.alloc(9);
  if (length >= 9) {
    head.writeBigUInt64BE((1n << 56n) + BigInt(length - 9), 1);
    head[0] = 0xec;
  }
  await file.handle.write(head, 0, head.length, at);
  await blank(file, at + head.length, length - head.length);
}

async function blank(file: Film, at: number, length: number): Promise<void> {
  const isTooMuch = length > file.bytesLeft;
  file.bytesLeft = isTooMuch ? 0 : file.bytesLeft - length;
  if (isTooMuch) return;
  for (let done = 0; done < length; done += ZEROS.length) {
    await file.handle.write(ZEROS, 0, Math.min(ZEROS.length, length - done), at + done);
  }
}
