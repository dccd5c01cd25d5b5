import { copyFile, rm, stat } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import sharp, { type Metadata } from 'sharp';
import { brandsOf, declareAvif, isAvifBehind, isMovingPng } from './moving-picture.js';
import { isOfServer, serverFault } from './server-fault.js';
import { isWholeGif } from './whole-gif.js';

/** The longest side in pixels: a 4K board, upright or not. */
const SIDE = 3_840;
const MEGA = 1_000_000;
/** A small file may declare huge dimensions. */
const MAX_PIXELS = 65 * MEGA;
/**
 * Phones take photos of up to 200 megapixels. A JPEG in one scan is read line by line, and is never in memory as a whole; a
 * progressive one is, and so is one with a gain map, for screens of more light.
 */
const MAX_SCANNED_PIXELS = 250 * MEGA;
/** AVIF and an interlaced PNG are in memory as a whole with up to 16 bits a sample, AVIF twice. */
const MAX_DEEP_PIXELS = 25 * MEGA;
/** The pixels of all frames together. A longer animation is shown as a still image. */
const MAX_MOVING_PIXELS = 40_000_000;
const MAX_FRAMES = 1_000;
const TIMEOUT_SECONDS = 30;
const QUALITY = 92;
/** The encoder's effort, from 0 to 6. An animation has many frames to draw, so it gets less. */
const EFFORT = { still: 4, moving: 2 };
const MOVING = new Set(['gif', 'webp']);

/** The decoder's names for the accepted formats. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'heif';

interface Picture {
  readonly bytes: number;
  /** Whether this is an animation of which only the first frame is shown. */
  readonly isStilled: boolean;
}

/** A picture of this format may have as many pixels as this, and has more. */
interface TooManyPixels {
  readonly mostMegapixels: number;
}

type Drawn = Promise<Picture | TooManyPixels | undefined>;

// Each picture is drawn once, so a cache would only take memory.
sharp.cache(false);

/** As many pixels as a picture with this head may have, so that it can be drawn in a gigabyte. */
export function mostPixels({ format, isProgressive, gainMap }: Metadata): number {
  if (format === 'heif' || (format === 'png' && isProgressive)) return MAX_DEEP_PIXELS;
  return format === 'jpeg' && !isProgressive && !gainMap ? MAX_SCANNED_PIXELS : MAX_PIXELS;
}

/** Draws pictures anew as WebP, one at a time, because decoding needs the memory of a whole picture. */
@Injectable()
export class Pictures {
  private readonly inTurn = pLimit(1);

  /**
   * Draws the picture of the file `from` into the file `to`: no larger than a board needs, and with nothing but its pixels.
   * Undefined for a file that isn't a whole picture of this format. Throws the reason of `lost` for an upload that has ended before
   * its turn, and `UNAVAILABLE` for a fault of this machine.
   */
  draw(from: string, to: string, format: PictureFormat, lost: AbortSignal): Drawn {
    const draw = format === 'heif' ? drawnHeif : drawn;
    return this.inTurn(() => {
      lost.throwIfAborted();
      return draw(from, to, format).catch(async (error: Error) => {
        // Of a file that it can't open the decoder says no more than of one of another format.
        const cause = await brandsOf(from).then(
          () => error,
          (unread: Error) => unread,
        );
        if (isOfServer(cause)) throw serverFault(cause);
        return undefined;
      });
    });
  }
}

async function drawnHeif(from: string, to: string, format: PictureFormat): Drawn {
  const brands = await brandsOf(from);
  if (!isAvifBehind(brands)) return drawn(from, to, format);
  const copy = `${to}-avif`;
  try {
    await copyFile(from, copy);
    await declareAvif(copy);
    const picture = await drawn(copy, to, format);
    if (!picture || 'mostMegapixels' in picture) return picture;
    return { ...picture, isStilled: picture.isStilled || brands.includes('avis') };
  } finally {
    await rm(copy, { force: true });
  }
}

async function drawn(from: string, to: string, wanted: PictureFormat): Drawn {
  const head = await sharp(from, { limitInputPixels: false }).metadata();
  const { format, compression, width, height, pages = 1 } = head;
  // HEIF is a container of several formats, of which browsers show AVIF alone.
  if (format !== wanted || (format === 'heif' && compression !== 'av1')) return undefined;
  const most = mostPixels(head);
  if (width * height > most) return { mostMegapixels: most / MEGA };
  if (format === 'gif' && !(await isWholeGif(from))) return undefined;
  const moves = pages > 1 && MOVING.has(format);
  const animated = moves && pages <= MAX_FRAMES && width * height * pages <= MAX_MOVING_PIXELS;
  const image = sharp(from, { animated, limitInputPixels: most, failOn: 'error', sequentialRead: true });
  await (animated ? image : image.rotate())
    .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY, smartSubsample: !animated, effort: animated ? EFFORT.moving : EFFORT.still })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toFile(to);
  const isStilled = (moves && !animated) || (format === 'png' && (await isMovingPng(from)));
  return { bytes: (await stat(to)).size, isStilled };
}
