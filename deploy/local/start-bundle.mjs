// All of the product in one process, as few files, which Node loads in two thirds of the time.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

const FOLDER = join(ROOT, 'dist/start');
const SOURCES = join(FOLDER, 'sources.json');
const IMAGES = join(ROOT, 'deploy/images');
/** What decides how the bundle is made. */
const RECIPE = ['bundle.mjs', 'beside-itself.mjs'].map((name) => join(IMAGES, name));

export const BUNDLED = join(FOLDER, 'standalone.mjs');

/** Makes the bundle, unless nothing that it is made of has changed. */
export async function makeBundle() {
  if (isFresh()) return;
  // Imported here, because that module imports the one that imports this.
  const { bundleCode } = await import('../images/bundle.mjs');
  const { files, modules } = await bundleCode(['standalone'], FOLDER);
  // Besides files the bundler has modules of its own making.
  const sources = [...RECIPE, ...modules.filter((id) => id.startsWith(ROOT)), ...files.flatMap(filesBelow)];
  writeFileSync(SOURCES, JSON.stringify(sources.map((path) => [path, version(path)])));
}

function isFresh() {
  try {
    return JSON.parse(readFileSync(SOURCES, 'utf8')).every(([path, then]) => version(path) === then);
  } catch {
    // There is none yet, or its making was interrupted, or a file of it is gone.
    return false;
  }
}

function version(path) {
  const { mtimeMs, size } = statSync(path);
  return `${mtimeMs}/${size}`;
}

function filesBelow(place) {
  const path = join(ROOT, place);
  if (!statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
