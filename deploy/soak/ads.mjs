import { readFileSync } from 'node:fs';
import { mediaFile } from '@sarafa/testing';
import sharp from 'sharp';

const film = (name) => ({ name, content: mediaFile(name) });
const image = async (background, index) => ({
  name: `image-${index}.webp`,
  content: await sharp({ create: { width: 1_920, height: 1_080, channels: 3, background } })
    .webp()
    .toBuffer(),
});

const clip = {
  name: 'clip.webm',
  content: readFileSync(new URL('../../apps/e2e/src/shared/media-fixtures/clip.webm', import.meta.url)),
};
/** Three films and five images: more than a shop may have at one time. */
export const films = [film('vp8.webm'), film('vp9.webm'), clip];
export const images = await Promise.all(['#7a1f2b', '#1f5f7a', '#2f7a1f', '#7a6a1f', '#5b1f7a'].map(image));
