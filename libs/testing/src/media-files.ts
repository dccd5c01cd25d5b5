import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';

/** The relative path is the same from `src` and from `dist`. */
const FOLDER = new URL('../fixtures/media/', import.meta.url);

/** A small real picture or film, made by `fixtures/media/make.sh`. */
export function mediaFile(name: string): Buffer<ArrayBuffer> {
  return Buffer.from(readFileSync(fileURLToPath(new URL(name, FOLDER))));
}

/** A real MP4 of exactly this many bytes; the padding is a box that players skip. */
export function filmOf(bytes: number): Buffer<ArrayBuffer> {
  const film = mediaFile('h264.mp4');
  const box = Buffer.alloc(bytes - film.length);
  box.writeUInt32BE(box.length, 0);
  box.write('free', 4, 'latin1');
  return Buffer.concat([film, box]);
}

/** A grey PNG. A few KB of it can declare thousands of megapixels. */
export function pngOf(width: number, height: number): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // One bit per pixel, greyscale.
  head.writeUInt8(1, 8);
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
