// A process of the product that has its packages loaded already and waits for the word to go: loading them is most of a start.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

/** Only the browser's, or data. */
const NOT_LOADED = /^(react|react-dom|swagger-ui-dist)$/;

const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const word = new Promise((resolve) => process.once('message', resolve));
for (const name of Object.keys(dependencies)) {
  // One without an entry of its own is loaded by its parts, later.
  if (!NOT_LOADED.test(name)) await import(name).catch(() => {});
}
await word;
await import(join(ROOT, 'apps/standalone/dist/main.js'));
