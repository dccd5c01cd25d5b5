import { type FileHandle, open } from 'node:fs/promises';

/** Where a part of a file stands: its head, its content, and what follows it. */
export interface Part {
  readonly name: string;
  readonly at: number;
  readonly content: number;
  readonly end: number;
}

/** The parts between two places. Where one of them doesn't fit, the rest is left as it is. */
export type Reader = (file: Film, from: number, to: number) => AsyncGenerator<Part>;

/** A film that was made to keep a server busy says that it has far more parts than a camera writes. Then the rest is left as it is. */
export const MOST_PARTS = 200_000;

/** The file with what may still be done to it. */
export interface Film {
  readonly handle: FileHandle;
  /** Bytes that may still be blanked: all of them once. */
  bytesLeft: number;
  partsLeft: number;
}

/** The boxes at the top of a film that players need or pass over without a loss (ISO/IEC 14496-12, table 1, and QuickTime). */
export const TOP = new Set([
  ...['ftyp', 'styp', 'pdin', 'moov', 'moof', 'mdat', 'imda', 'sidx', 'ssix', 'mfra', 'prft'],
  ...['free', 'skip', 'wide', 'udta', 'meta', 'uuid'],
]);

/**
 * Whether a film of boxes has its index and its pictures to their end. Behind its last box a camera or a copying program may have put
 * something else, which players pass over.
 */
export async function isWholeFilm(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const file = { handle, bytesLeft: 0, partsLeft: MOST_PARTS };
    const names = new Set<string>();
    let end = 0;
    for await (const box of boxes(file, 0, size)) {
      names.add(box.name);
      end = box.end;
    }
    return names.has('moov') && (names.has('mdat') || names.has('moof')) && (await isForeign(file, end, size));
  } finally {
    await handle.close();
  }
}

/** Whether what follows the last box that fits is none of a film. What begins like one is a box that was cut off. */
export async function isForeign(file: Film, from: number, to: number): Promise<boolean> {
  return file.partsLeft > 0 && !(to - from >= 8 && TOP.has((await bytes(file, from + 4, 4)).toString('latin1')));
}

/** The boxes between two places of a film, one after the other, not those within them. */
export const boxes: Reader = async function* (file, from, to) {
  for (let at = from; at + 8 <= to && file.partsLeft-- > 0;) {
    const head = await bytes(file, at, 16);
    const short = head.readUInt32BE(0);
    const length = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short || to - at;
    const content = at + (short === 1 ? 16 : 8);
    if (at + length > to || at + length < content) return;
    yield { name: head.toString('latin1', 4, 8), at, content, end: at + length };
    at += length;
  }
};

/** The box of this name within a box, or the one that `inside` leads to from there. */
export async function find(file: Film, { content, end }: Part, name: string, ...inside: string[]): Promise<Part | undefined> {
  for await (const box of boxes(file, content, end)) {
    if (box.name !== name) continue;
    const [next, ...rest] = inside;
    return next ? find(file, box, next, ...rest) : box;
  }
  return undefined;
}

/** As many bytes from `at` on as there are, at most `length`. */
export async function bytes(file: Film, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.handle.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}
