import { AppError, limits, texts } from '@sarafa/contracts';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { asAvif, brandsIn, isAvifBehind } from '../uploads/moving-picture.js';
import { mostPixels } from '../uploads/pictures.js';
import { isOfServer, serverFault } from '../uploads/server-fault.js';

/** The longest side in pixels: more than a board of 4K shows. */
const SIDE = 1_024;
const MEGA = 1_000_000;
/** A small file may declare huge dimensions. */
const MAX_PIXELS = 50 * MEGA;
/** The formats that are accepted, judged by the file's bytes (rule 5.3). */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);

/** Not behind the ads, of which a shop may send several at once: the gateway doesn't wait that long for a logo. */
const inTurn = pLimit(1);

export const LOGO_TYPE = 'image/webp';

/**
 * The picture of a file, drawn anew. Only its pixels remain: no place, no camera, no hidden text. Throws `TOO_LARGE` and
 * `WRONG_TYPE`, and `UNAVAILABLE` for a fault of this machine.
 */
export async function logoImage(file: Buffer): Promise<Buffer> {
  if (file.length > limits.logoBytes) throw new AppError('TOO_LARGE', texts.accounts.logoTooLarge);
  const decodable = isAvifBehind(brandsIn(file)) ? asAvif(file) : file;
  const wrong = () => new AppError('WRONG_TYPE', texts.accounts.logoWrongType);
  const refuse = (error: Error) => {
    throw isOfServer(error) ? serverFault(error, texts.errors.partDown) : wrong();
  };
  const head = await sharp(decodable, { limitInputPixels: false }).metadata().catch(refuse);
  // HEIF is a container of several formats, of which browsers show AVIF alone.
  if (!FORMATS.has(head.format) || (head.format === 'heif' && head.compression !== 'av1')) throw wrong();
  const most = Math.min(MAX_PIXELS, mostPixels(head));
  if (head.width * head.height > most) throw new AppError('TOO_LARGE', texts.accounts.logoTooManyPixels(most / MEGA));
  const drawn = () =>
    sharp(decodable, { limitInputPixels: most, failOn: 'error' })
      .rotate()
      .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 92 })
      .toBuffer();
  return inTurn(drawn).catch(refuse);
}
