import { nameOnUse } from '../shared/release/files-on-use.js';
import { isOurs } from '../shared/release/server-page.js';
import { keptFile } from './kept-file.js';
import { precached } from './precached.js';
import { keepSpares } from './spare-scripts.js';
import { withRoom } from './with-room.js';

const { onUse, release: own, shellCachePrefix } = precached;

/**
 * Keeps the languages and fonts among the files that a page of `release` has loaded, with its release. The page may be of another
 * release than this worker, so this worker's release gets its own files of the same names too.
 */
export async function keepUsed(release: string, paths: readonly string[]): Promise<void> {
  const used = paths.filter((path) => nameOnUse(path));
  await keepMissing(own, filesOf(used));
  if (release !== own) await keepMissing(release, used);
}

/** The files of this release whose names are in the cache of any other, which has kept what this device's boards have used. */
export async function usedBefore(): Promise<string[]> {
  const others = (await caches.keys()).filter((name) => name.startsWith(shellCachePrefix) && name !== shellCachePrefix + own);
  const kept = await Promise.all(others.map(async (name) => (await caches.open(name)).keys()));
  return filesOf(kept.flat().map(({ url }) => new URL(url).pathname));
}

function filesOf(paths: readonly string[]): string[] {
  return Array.from(new Set(paths.flatMap((path) => onUse[nameOnUse(path) ?? ''] ?? [])));
}

/** A file that can't be loaded now is kept when a page reports it again. */
async function keepMissing(release: string, paths: readonly string[]): Promise<void> {
  const name = shellCachePrefix + release;
  if (!(await caches.has(name))) return;
  const cache = await caches.open(name);
  for (const path of paths) {
    if (!(await keptFile(cache, path))) await withRoom(() => add(cache, path)).catch(() => undefined);
  }
  await keepSpares(release);
}

async function add(cache: Cache, path: string): Promise<void> {
  const answer = await fetch(path);
  if (isOurs(answer)) await cache.put(path, answer);
}
