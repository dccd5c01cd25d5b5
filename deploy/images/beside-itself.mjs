import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

const FILE = /new URL\(\s*(['"])(\.[^'"]*)\1\s*,\s*import\.meta\.url\s*\)/g;
const PACKAGE = /createRequire\(import\.meta\.url\)\.resolve\(\s*(['"])([^'"]*)\/package\.json\1\s*\)/g;

/**
 * A plugin for files that a module names relative to itself, `new URL('../../worker/film.mjs', import.meta.url)`: in the bundle
 * they are found under their path in the workspace. `files` are those to copy there, `packages` those whose files are read. A
 * worker becomes a bundle of its own.
 */
export function besideItself(root) {
  const files = new Set();
  const packages = new Set();
  return {
    files,
    packages,
    plugin: {
      name: 'beside-itself',
      transform(code, id) {
        if (!code.includes('import.meta.url') || id.includes('node_modules')) return null;
        for (const [, , name] of code.matchAll(PACKAGE)) packages.add(name);
        return code.replaceAll(FILE, (_whole, _quote, path) => {
          const at = resolve(dirname(id), path);
          if (!existsSync(at)) this.error(`${id} names ${path}, which does not exist`);
          const place = relative(root, at).replaceAll('\\', '/');
          if (place.endsWith('.mjs')) this.emitFile({ type: 'chunk', id: at, fileName: place });
          else files.add(place);
          return `new URL('./${place}', import.meta.url)`;
        });
      },
    },
  };
}
