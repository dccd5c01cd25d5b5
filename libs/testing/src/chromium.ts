import { existsSync } from 'node:fs';
import type { Browser, LaunchOptions } from 'playwright-core';

const DEBIAN = '/usr/bin/chromium';

/** $CHROMIUM_BIN, Debian's package, or the browser that Playwright keeps. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  // Loaded only where a browser is wanted: it is large.
  const { chromium } = await import('playwright-core');
  const path = process.env.CHROMIUM_BIN ?? (existsSync(DEBIAN) ? DEBIAN : undefined);
  return chromium.launch({
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
}
