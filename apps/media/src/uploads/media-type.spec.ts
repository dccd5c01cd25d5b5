import { describe, expect, it } from '@jest/globals';
import { mediaFile } from '@sarafa/testing';
import { mediaTypeOf, SNIFFED_BYTES } from './media-type.js';

const sorted = (name: string) => mediaTypeOf(mediaFile(name).subarray(0, SNIFFED_BYTES));

describe('the first bytes of a file', () => {
  it.each([
    ['picture.jpg', 'image', 'image/jpeg'],
    ['picture.png', 'image', 'image/png'],
    ['picture.webp', 'image', 'image/webp'],
    ['picture.avif', 'image', 'image/avif'],
    ['animated.gif', 'image', 'image/gif'],
    ['animated.webp', 'image', 'image/webp'],
    ['h264.mp4', 'video', 'video/mp4'],
    ['h264.m4v', 'video', 'video/mp4'],
    ['h264.mov', 'video', 'video/quicktime'],
    ['vp9.webm', 'video', 'video/webm'],
  ])('tell of %s that it is %s, %s', async (name, kind, type) => {
    expect(await sorted(name)).toMatchObject({ kind, type });
  });

  it('tell what is none of them', async () => {
    expect(await sorted('h264.mkv')).toBeUndefined();
    const texts = [
      '',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<!doctype html>',
      '%PDF-1.7',
      'RIFF\0\0\0\0WAVEfmt ',
      'ID3\u0004',
    ];
    for (const text of texts) expect([text, await mediaTypeOf(Buffer.from(text))]).toEqual([text, undefined]);
  });
});
