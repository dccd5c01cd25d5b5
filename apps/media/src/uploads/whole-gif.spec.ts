import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mediaFile } from '@sarafa/testing';
import { isWholeGif } from './whole-gif.js';

describe('a GIF', () => {
  let dir: string;
  beforeAll(async () => void (dir = await mkdtemp(join(tmpdir(), 'sarafa-spec-'))));
  afterAll(() => rm(dir, { recursive: true }));

  const isWhole = async (bytes: Buffer) => {
    await writeFile(join(dir, 'file.gif'), bytes);
    return isWholeGif(join(dir, 'file.gif'));
  };

  it('is whole when it reaches its trailer, whatever follows', async () => {
    const gif = mediaFile('animated.gif');
    expect(await isWhole(gif)).toBe(true);
    expect(await isWhole(Buffer.concat([gif, Buffer.from('alert(1)')]))).toBe(true);
  });

  it('is none wherever it is cut off', async () => {
    const gif = mediaFile('animated.gif');
    for (let length = 0; length < gif.length; length += 97)
      expect([length, await isWhole(gif.subarray(0, length))]).toEqual([length, false]);
    expect(await isWhole(gif.subarray(0, -1))).toBe(false);
  });
});
