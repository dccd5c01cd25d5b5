import { type FileHandle, open } from 'node:fs/promises';

const WINDOW_BYTES = 65_536;
const [HEADER_BYTES, SCREEN_BYTES, DESCRIPTOR_BYTES] = [6, 7, 9];
const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];

/**
 * Whether a GIF reaches its trailer (https://www.w3.org/Graphics/GIF/spec-gif89a.txt). The decoder takes a GIF that was cut off
 * for a shorter animation. Bytes after the trailer are ignored.
 */
export async function isWholeGif(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    return await reachesTrailer(new Bytes(file));
  } finally {
    await file.close();
  }
}

async function reachesTrailer(bytes: Bytes): Promise<boolean> {
  let at = HEADER_BYTES;
  at += SCREEN_BYTES + colours(await bytes.at(at + 4));
  for (;;) {
    const block = await bytes.at(at++);
    if (block === TRAILER) return true;
    if (block === EXTENSION) at += 1;
    else if (block === IMAGE) at += DESCRIPTOR_BYTES + colours(await bytes.at(at + 8)) + 1;
    else return false;
    // The data is a sequence of blocks that begin with their length, up to an empty block.
    for (let length = -1; length !== 0; at += 1 + length) {
      length = await bytes.at(at);
      if (length < 0) return false;
    }
  }
}

/** The size in bytes of the colour table that a packed field announces. */
function colours(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0;
}

/** Reads single bytes of a file at any position, with a buffer. */
class Bytes {
  private readonly window = Buffer.alloc(WINDOW_BYTES);
  private from = 0;
  private length = 0;

  constructor(private readonly file: FileHandle) {}

  /** -1 beyond the end of the file. */
  async at(place: number): Promise<number> {
    if (place < this.from || place >= this.from + this.length) {
      this.from = place;
      this.length = (await this.file.read(this.window, 0, WINDOW_BYTES, place)).bytesRead;
    }
    return this.length > 0 ? this.window[place - this.from]! : -1;
  }
}
