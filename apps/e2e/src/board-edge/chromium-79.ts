import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { afterAll, beforeAll, describe } from '@jest/globals';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { takesPicturesOf } from '@sarafa/testing';
import { BoardEdge } from './board-edge.js';

const CACHE = fileURLToPath(new URL('../../../../.cache', import.meta.url));
const unpack = promisify(brotliDecompress);

const PICTURES = '.results/pictures';

/**
 * Skips where the packaged browser can't run: it is a Linux program for x86-64. Newer versions of Chromium test the same boards
 * everywhere.
 */
export const onOldTv = process.platform === 'linux' && process.arch === 'x64' ? describe : describe.skip;

/** A board in the real browser of televisions of 2021 (Tizen 6, webOS 6), from the package that contains it. */
class OldTv {
  edge!: BoardEdge;
  browser!: Browser;
  page!: Page;
  /** The messages on the console. */
  readonly complaints: string[] = [];

  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: `${PICTURES}/chromium-79-${name}.png` });
  }
}

/** For all journeys of a file. The fields are set when the first journey begins, with the board that `prepare` has set up. */
export function oldTv(prepare?: (edge: BoardEdge) => Promise<void>): OldTv {
  const tv = new OldTv();
  beforeAll(async () => {
    // The driver of this browser doesn't create the folder of a screenshot.
    await mkdir(PICTURES, { recursive: true });
    tv.edge = await BoardEdge.start();
    await prepare?.(tv.edge);
    tv.browser = await launchChromium79();
    tv.page = await tv.browser.newPage();
    tv.page.on('console', (message) => tv.complaints.push(message.text()));
    tv.page.on('pageerror', (error) => tv.complaints.push(String(error)));
    await tv.page.goto(tv.edge.board);
  });
  afterAll(async () => {
    await tv.browser.close();
    await tv.edge.close();
  });
  return tv;
}

/** The browser alone, for a journey with a product of its own. */
export async function launchChromium79(): Promise<Browser> {
  const browser = await puppeteer.launch({
    executablePath: await program(),
    args: ['--no-sandbox', '--headless', '--single-process', '--no-zygote', '--disable-gpu', '--hide-scrollbars'],
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
