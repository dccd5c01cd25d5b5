import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Fault } from '../local/fault.mjs';
import { ROOT } from '../local/run.mjs';

/** Files of a package that are never read at run time. Licences stay. */
const UNREAD = /\.(map|ts|mts|cts|md|flow|tsbuildinfo|cc|h|gyp)$|^(test|tests|docs|examples?|\.github)$|(^|\/)node_modules$/;
const LICENCE = /licen[cs]e|notice/i;

const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;

/**
 * Copies the packages of `names` and everything that they depend on from the workspace's `node_modules` to that of `folder`,
 * keeping each package's place. Throws when a version differs from package-lock.json.
 */
export function copyPackages(names, folder) {
  const found = new Set();
  for (const name of names) collect(name, ROOT, found, true);
  const places = [...found].sort();
  for (const place of places) {
    checkVersion(place);
    copyPackage(join(ROOT, place), join(folder, place));
  }
  return places;
}

/** Looks for a package as Node does: in the importer's `node_modules`, then in those above. */
function collect(name, importer, found, isNeeded) {
  for (let at = importer; at.startsWith(ROOT); at = dirname(at)) {
    const path = join(at, 'node_modules', name);
    if (!existsSync(join(path, 'package.json'))) continue;
    const place = relative(ROOT, path);
    if (found.has(place)) return;
    found.add(place);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) {
      collect(next, path, found, !(next in optionalDependencies));
    }
    return;
  }
  // An optional package may be missing; mostly these are binaries for other platforms.
  if (isNeeded)
    throw new Fault(`${name} is not installed, which ${relative(ROOT, importer) || 'the product'} needs: npm install`);
}

function checkVersion(place) {
  const { version } = JSON.parse(readFileSync(join(ROOT, place, 'package.json'), 'utf8'));
  const wanted = lock[place.replaceAll('\\', '/')]?.version;
  if (version !== wanted) throw new Fault(`${place} is ${version}, package-lock.json says ${wanted}: npm install`);
}

/** Without nested packages, which are copied on their own if they are needed. */
function copyPackage(from, to) {
  const filter = (path) => {
    const within = relative(from, path).replaceAll('\\', '/');
    return !UNREAD.test(within) || LICENCE.test(within);
  };
  cpSync(from, to, { recursive: true, filter });
}
