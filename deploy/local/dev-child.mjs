// A process of the product that has loaded its packages and waits for the signal to start, because loading packages takes most
// of a start.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

/** Packages for the browser, or without code. */
const NOT_LOADED = /^(react|react-dom|swagger-ui-dist)$/;

const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const word = new Promise((resolve) => process.once('message', resolve));
for (const name of Object.keys(dependencies)) {
  // A package without an entry of its own is loaded later, when its parts are.
  if (!NOT_LOADED.test(name)) await import(name).catch(() => {});
}
await word;
await import(join(ROOT, 'apps/standalone/dist/main.js'));
