import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Fault } from '../local/fault.mjs';
import { ROOT } from '../local/run.mjs';

/** Files of a package that are never read at run time. Licences stay. */
const UNREAD = /\.(map|ts|mts|cts|md|flow|tsbuildinfo|cc|h|gyp)$|^(test|tests|docs|examples?|\.github)$|(^|\/)node_modules$/;
const LICENCE = /licen[cs]e|notice/i;

/** All packages of the workspace by their places, with what they need. */
export const LOCK = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;

/** The places of the packages at `starts`, and of those that they need by these kinds of dependencies and that are there. */
export function withNeeded(starts, kinds, isThere = (_place) => true) {
  const found = new Set(starts);
  for (const place of found) {
    const names = kinds.flatMap((kind) => Object.keys(LOCK[place][kind] ?? {}));
    // Optional peers of a package needn't be there.
    for (const at of names.map((name) => placeOf(place, name))) if (at && isThere(at)) found.add(at);
  }
  return found;
}

/** Where Node finds a package that is imported at `from`. */
function placeOf(from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`;
    const there = LOCK[place];
    if (there) return there.link ? there.resolved : place;
    if (!folder) return undefined;
  }
}

/**
 * Copies the packages of `names` and everything that they depend on from the workspace's `node_modules` to that of `folder`,
 * keeping each package's place. Throws when a version differs from package-lock.json.
 */
export function copyPackages(names, folder) {
  const roots = names.map((name) => `node_modules/${name}`).filter(isInstalled);
  const places = [...withNeeded(roots, ['dependencies', 'optionalDependencies'], isInstalled)].sort();
  for (const place of places) copyPackage(join(ROOT, place), join(folder, place));
  return places;
}

function isInstalled(place) {
  const manifest = join(ROOT, place, 'package.json');
  const { version: wanted, optional } = LOCK[place];
  const version = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
  // An optional package may be missing; mostly these are binaries for other platforms.
  if (version === undefined && optional) return false;
  if (version === wanted) return true;
  throw new Fault(`${place} is ${version ?? 'not installed'}, package-lock.json says ${wanted}: npm install`);
}

/** Without nested packages, which are copied on their own if they are needed. */
function copyPackage(from, to) {
  const filter = (path) => {
    const within = relative(from, path).replaceAll('\\', '/');
    return !UNREAD.test(within) || LICENCE.test(within);
  };
  cpSync(from, to, { recursive: true, filter });
}
