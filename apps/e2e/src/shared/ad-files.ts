import { readFile } from 'node:fs/promises';
import type { AdFile } from '@sarafa/testing';
import sharp from 'sharp';

/** A picture in one colour. */
export async function plainImage(name: string, colour: string, width = 1_920, height = 1_080): Promise<AdFile> {
  const content = await sharp({ create: { width, height, channels: 3, background: colour } })
    .webp()
    .toBuffer();
  return { name, content };
}

/** Two seconds of a bright test picture with a tone; `clip.mp4` is H.264 and `clip.webm` is VP9. */
export async function clip(name: 'clip.mp4' | 'clip.webm'): Promise<AdFile> {
  return { name, content: await readFile(new URL(`./media-fixtures/${name}`, import.meta.url)) };
}
