import { AppError, limits, texts } from '@sarafa/contracts';
import sharp from 'sharp';
import { asAvif, brandsIn, isAvifBehind } from '../uploads/moving-picture.js';

/** The longest side in pixels: more than a board of 4K shows. */
const SIDE = 1_024;
/** A small file may declare huge dimensions. */
const MAX_PIXELS = 50_000_000;
/** The formats that are accepted, judged by the file's bytes (rule 5.3). */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);

export const LOGO_TYPE = 'image/webp';

/**
 * The picture of a file, drawn anew. Only its pixels remain: no place, no camera, no hidden text. Throws `TOO_LARGE` and
 * `WRONG_TYPE`.
 */
export async function logoImage(file: Buffer): Promise<Buffer> {
  if (file.length > limits.logoBytes) throw new AppError('TOO_LARGE', texts.accounts.logoTooLarge);
  try {
    const decodable = isAvifBehind(brandsIn(file)) ? asAvif(file) : file;
    const image = sharp(decodable, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const { format, compression } = await image.metadata();
    // HEIF is a container of several formats, of which browsers show AVIF alone.
    if (!FORMATS.has(format) || (format === 'heif' && compression !== 'av1')) throw new Error(`No logo: ${format}`);
    return await image
      .rotate()
      .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 92 })
      .toBuffer();
  } catch {
    throw new AppError('WRONG_TYPE', texts.accounts.logoWrongType);
  }
}
