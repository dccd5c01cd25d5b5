import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { limits } from '@sarafa/contracts';
import { AD_FIRST_BYTES, adFileFault, adKindOf, adSlotFault, countAds } from './ad-limits.js';

const MB = 1_048_576;
const file = (name: string, type: string, size = MB) => ({ name, type, size });

describe('a file chosen as an ad', () => {
  it.each([
    ['a.jpg', 'image/jpeg', 'image'],
    ['a.avif', 'image/avif', 'image'],
    ['a.mov', 'video/quicktime', 'video'],
    ['a.webm', 'video/webm', 'video'],
    ['a.MP4', '', 'video'],
    ['a.JPEG', '', 'image'],
    ['a.heic', 'image/heic', undefined],
    ['a.svg', 'image/svg+xml', undefined],
    ['a.mkv', 'video/x-matroska', undefined],
    ['a.pdf', 'application/pdf', undefined],
    ['a', '', undefined],
    ['a.jpg', 'text/html', undefined],
    ['a.jfif', '', 'image'],
    ['a.jfif', 'image/pjpeg', 'image'],
    ['a.jpg', 'image/jpg', 'image'],
    ['a.png', 'application/octet-stream', 'image'],
    ['a.bin', 'application/octet-stream', undefined],
  ])('%s of type "%s" is %s', (name, type, kind) => {
    expect(adKindOf(file(name, type))).toBe(kind);
  });

  it.each([
    ['picture.jpg', 'image'],
    ['picture.png', 'image'],
    ['picture.webp', 'image'],
    ['picture.avif', 'image'],
    ['animated.gif', 'image'],
    ['h264.mp4', 'video'],
    ['h264.m4v', 'video'],
    ['h264.mov', 'video'],
    ['vp9.webm', 'video'],
    ['h264.mkv', undefined],
  ])('is what its first bytes say, whatever it is called: %s', (name, kind) => {
    const bytes = readFileSync(new URL(`../../testing/fixtures/media/${name}`, import.meta.url));
    const called = ['IMG_0001', 'application/octet-stream'] as const;
    expect(adKindOf(file(...called), bytes)).toBe(kind);
    expect(adKindOf(file(...called), bytes.subarray(0, AD_FIRST_BYTES))).toBe(kind);
  });

  /** `major` and then the compatible brands, as the first box of a file, and what follows it. */
  const begun = (major: string, brands: readonly string[]) =>
    new TextEncoder().encode(
      `\0\0\0${String.fromCharCode(16 + 4 * brands.length)}ftyp${major}\0\0\0\0${brands.join('')}\0\0\x01\x02metaavif`,
    );

  it.each([
    ['AVIF', 'image', 'avif', ['avif', 'mif1', 'miaf']],
    ['AVIF', 'image', 'mif1', ['mif1', 'miaf', 'avif', 'MA1B']],
    ['AVIF', 'image', 'mif1', ['avis']],
    ['HEIC', undefined, 'heic', ['mif1', 'heic']],
    ['HEIC', undefined, 'mif1', ['mif1', 'heic', 'miaf']],
    ['HEIC', undefined, 'msf1', ['hevc', 'iso8']],
    ['AVIF', undefined, 'msf1', ['avis', 'iso8']],
    ['HEIC', undefined, 'hevm', ['hevm', 'msf1']],
    ['HEIF', undefined, 'mif1', []],
  ] as const)('is what all its brands say: %s is %s as %s with %j', (_, kind, major, brands) => {
    const bytes = begun(major, brands);
    const called = [file('a', ''), file('a.jpg', 'image/jpeg'), file('a.mp4', 'video/mp4')];
    expect(called.map((one) => adKindOf(one, bytes))).toEqual([kind, kind, kind]);
  });

  it.each(['M4A ', 'M4B ', 'M4P '])('is no film when its first bytes are those of sound: %s', (brand) => {
    const bytes = new TextEncoder().encode(`\0\0\0\x18ftyp${brand}\0\0\0\0isommp42`);
    expect([adKindOf(file('a', ''), bytes), adKindOf(file('a.mp4', 'video/mp4'), bytes)]).toEqual([undefined, undefined]);
  });

  it.each([
    ['a video of just 50 MB', file('a.mp4', 'video/mp4', 50 * MB), undefined],
    [
      'a video of a byte more',
      file('a.mp4', 'video/mp4', 50 * MB + 1),
      'File a.mp4 is too large. Maximum size for videos is 50MB.',
    ],
    ['an image of just 100 MB', file('a.png', 'image/png', 100 * MB), undefined],
    [
      'an image of a byte more',
      file('a.png', 'image/png', 100 * MB + 1),
      'File a.png is too large. Maximum size for images is 100MB.',
    ],
    ['something else', file('a.txt', 'text/plain'), 'File a.txt is not a valid image or video file.'],
  ])('%s', (_, chosen, fault) => {
    expect(adFileFault(chosen)).toBe(fault);
  });
});

describe('the slots of a shop', () => {
  const { videos, images } = limits.ads;
  /** All counts of existing and added ads. */
  const all = [0, 1, 2, 3, 4].flatMap((a) => [0, 1, 2, 3, 4].map((b) => [a, b] as const));

  it('are never exceeded, and never refused while there is room', () => {
    for (const [video, image] of all.filter(([v, i]) => v <= videos && i <= images)) {
      for (const [v, i] of all) {
        const fits = video + v <= videos && image + i <= images;
        expect([video, image, v, i, adSlotFault({ video, image }, { video: v, image: i }) === undefined]).toEqual([
          video,
          image,
          v,
          i,
          fits,
        ]);
      }
    }
  });

  it('say which kind is full', () => {
    expect(adSlotFault({ video: 2, image: 0 }, { video: 1, image: 0 })).toBe(
      'You can only upload a maximum of 2 videos. You currently have 2 videos.',
    );
    expect(adSlotFault({ video: 1, image: 3 }, { video: 0, image: 1 })).toBe(
      'You can only upload a maximum of 5 files total (2 videos + 3 images). You currently have 3 images and 1 videos.',
    );
    expect(countAds([{ file_type: 'video' }, { file_type: 'image' }, { file_type: 'image' }])).toEqual({ video: 1, image: 2 });
  });
});
