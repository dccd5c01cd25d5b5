import { type FileHandle, open } from 'node:fs/promises';

/** The head of an AVIF file is some dozens of bytes. */
const LONGEST_HEAD = 4_096;
const PNG_SIGNATURE_BYTES = 8;
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
  return withFile(path, async (file) => {
    const head = await read(file, 0, LONGEST_HEAD);
    const length =
      head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp' ? 0 : Math.min(head.length, head.readUInt32BE(0));
    const brands: string[] = [];
    for (let at = 8; at + 4 <= length; at += 4) if (at !== 12) brands.push(head.toString('latin1', at, at + 4));
    return brands;
  });
}

/** Makes `avif` the major brand of a file, by which alone the decoder tells AVIF from HEIC. */
export function declareAvif(path: string): Promise<void> {
  return withFile(path, async (file) => void (await file.write('avif', 8, 'latin1')), 'r+');
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
