// A process of the product that has loaded its packages and waits for the signal to start, because loading packages takes most
// of a start.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run.mjs';

/** A package without code. */
const NOT_LOADED = 'swagger-ui-dist';

/** The packages that the product names in the workspace's files, from one of them on. */
function packagesOf(own, found = new Set()) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, 'node_modules', own, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    if (name.startsWith('@sarafa/')) packagesOf(name, found);
    else found.add(name);
  }
  return found;
}

const word = new Promise((resolve) => process.once('message', resolve));
for (const name of packagesOf('@sarafa/standalone')) {
  // A package without an entry of its own is loaded later, when its parts are.
  if (name !== NOT_LOADED) await import(name).catch(() => {});
}
await word;
await import(join(ROOT, 'apps/standalone/dist/main.js'));
