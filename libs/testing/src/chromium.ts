import { existsSync } from 'node:fs';
import type { Browser, LaunchOptions } from 'playwright-core';
import { takesPicturesOf } from './started.js';

/** The headless shell has the same engine as Chromium, without windows. */
const DEBIAN = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** $CHROMIUM_BIN, Debian's package, or the browser that Playwright keeps. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  // Imported only where a browser is needed, because the module is large.
  const { chromium } = await import('playwright-core');
  const path = process.env.CHROMIUM_BIN ?? DEBIAN.find((path) => existsSync(path));
  const browser = await chromium.launch({
    ...(path ? { executablePath: path } : {}),
    // Chromium's sandbox refuses to run as root.
    chromiumSandbox: process.getuid?.() !== 0,
    ...options,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(options.args ?? []),
    ],
  });
  return takesPicturesOf(browser);
}
