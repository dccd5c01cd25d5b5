import { existsSync } from 'node:fs';
import { Fault } from './fault.mjs';
import { capture, onPath, run } from './run.mjs';
import { setting } from './settings.mjs';

/** The headless shell comes first: it is the same engine without windows, and a journey takes two thirds of the work. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The path of a Chromium for journeys. Debian's package is installed where that is allowed. */
export async function chromiumPath(note = (_text) => {}) {
  const found = setting('CHROMIUM_BIN') ?? onPath(...NAMES) ?? (await playwrights());
  if (found) return found;
  const mayInstall = process.getuid?.() === 0 && (await capture('apt-get', ['--version'])).code === 0;
  if (!mayInstall)
    throw new Fault('No Chromium here: install it (apt-get install chromium-headless-shell), or set CHROMIUM_BIN to its path');
  note('installing');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // A container image may have no package list; if updating the list fails, an old list is good enough.
  await capture('apt-get', ['update', '--quiet'], { env });
  await run('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', NAMES[0]], {
    env,
    advice: 'apt-get install chromium-headless-shell failed; install a Chromium by hand, or set CHROMIUM_BIN to its path',
  });
  return onPath(...NAMES);
}

async function playwrights() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}
