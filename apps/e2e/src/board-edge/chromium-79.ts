import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import puppeteer, { type Browser } from 'puppeteer-core';

const CACHE = fileURLToPath(new URL('../../../../.cache', import.meta.url));
const unpack = promisify(brotliDecompress);

/** The packed browser is a Linux program for x86-64. */
export const hasChromium79 = process.platform === 'linux' && process.arch === 'x64';

/** The real browser of televisions of 2021 (Tizen 6, webOS 6), out of the package that carries it. */
export async function launchChromium79(viewport: { width: number; height: number }): Promise<Browser> {
  return puppeteer.launch({
    executablePath: await program(),
    args: ['--no-sandbox', '--headless', '--single-process', '--no-zygote', '--disable-gpu', '--hide-scrollbars'],
    defaultViewport: viewport,
  });
}

async function program(): Promise<string> {
  const path = join(CACHE, 'chromium-79');
  if (existsSync(path)) return path;
  const packed = join(dirname(createRequire(import.meta.url).resolve('chrome-aws-lambda/package.json')), 'bin/chromium.br');
  await mkdir(CACHE, { recursive: true });
  // Under its name only when it is whole: another run may look for it meanwhile.
  const partial = `${path}.${process.pid}`;
  await writeFile(partial, await unpack(await readFile(packed)));
  await chmod(partial, 0o755);
  await rename(partial, path);
  return path;
}
