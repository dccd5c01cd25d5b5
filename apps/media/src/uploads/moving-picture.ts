import { type FileHandle, open } from 'node:fs/promises';

/** The head of an AVIF file is some dozens of bytes. */
const LONGEST_HEAD = 4_096;
const PNG_SIGNATURE_BYTES = 8;
const AVIF = 'avif';
/** Where a file names its major brand. */
const MAJOR_AT = 8;
/** A PNG has a handful of chunks before its pixels. */
const MOST_CHUNKS = 1_000;

/**
 * Whether a PNG is an animation, which the decoder doesn't know: a chunk before the pixels counts its frames
 * (https://www.w3.org/TR/png-3/#acTL-chunk).
 */
export function isMovingPng(path: string): Promise<boolean> {
  return withFile(path, async (file) => {
    let at = PNG_SIGNATURE_BYTES;
    for (let chunk = 0; chunk < MOST_CHUNKS; chunk++) {
      const head = await read(file, at, 12);
      const name = head.toString('latin1', 4, 8);
      if (head.length < 12 || name === 'IDAT') return false;
      if (name === 'acTL') return head.readUInt32BE(8) > 1;
      at += 12 + head.readUInt32BE(0);
    }
    return false;
  });
}

/** The brands that an ISO base media file declares, the major one first (ISO/IEC 14496-12, 4.3). */
export function brandsOf(path: string): Promise<string[]> {
  return withFile(path, async (file) => brandsIn(await read(file, 0, LONGEST_HEAD)));
}

/** The same of a file's first bytes. */
export function brandsIn(head: Buffer): string[] {
  const isDeclared = head.length >= 16 && head.toString('latin1', 4, 8) === 'ftyp';
  const length = isDeclared ? Math.min(head.length, LONGEST_HEAD, head.readUInt32BE(0)) : 0;
  const brands: string[] = [];
  for (let at = MAJOR_AT; at + 4 <= length; at += 4) if (at !== 12) brands.push(head.toString('latin1', at, at + 4));
  return brands;
}

/**
 * Whether a file declares AVIF, or a sequence of it, under another major brand. Browsers show such a file, but the decoder tells
 * AVIF from HEIC by the major brand alone.
 */
export function isAvifBehind(brands: readonly string[]): boolean {
  return brands[0] !== AVIF && (brands.includes(AVIF) || brands.includes('avis'));
}

/** Makes AVIF the major brand of a file. */
export function declareAvif(path: string): Promise<void> {
  return withFile(path, async (file) => void (await file.write(AVIF, MAJOR_AT, 'latin1')), 'r+');
}

/** The file with AVIF as its major brand. */
export function asAvif(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  copy.write(AVIF, MAJOR_AT, 'latin1');
  return copy;
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

async function withFile<R>(path: string, work: (file: FileHandle) => Promise<R>, flags = 'r'): Promise<R> {
  const file = await open(path, flags);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
