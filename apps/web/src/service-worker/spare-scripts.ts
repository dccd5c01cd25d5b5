import { keptFile } from './kept-file.js';
import { precached } from './precached.js';
import { withRoom } from './with-room.js';

const { shellCachePrefix, spareCachePrefix } = precached;

/**
 * Keeps a second copy of the scripts of a cached release. Browsers write what they have compiled of a script beside it into the
 * cache, and Chromium 79 was seen to lose scripts of a cache, when it was ended soon after it had run them. A copy that is never
 * run is never written to. Where there is no room for it, there is none: no ad has to make room.
 */
export async function keepSpares(release: string): Promise<void> {
  await copyScripts(release).catch(() => undefined);
}

async function copyScripts(release: string): Promise<void> {
  const [shell, spares] = await Promise.all([caches.open(shellCachePrefix + release), caches.open(spareCachePrefix + release)]);
  const scripts = (await shell.keys()).filter(({ url }) => url.endsWith('.js'));
  for (const { url } of scripts) {
    const kept = (await keptFile(spares, url)) ? undefined : await keptFile(shell, url);
    if (kept) await spares.put(url, kept);
  }
}

/** A script that a cached release has lost, put back from its second copy; nothing if there is none. */
export async function restored(path: string): Promise<Response | undefined> {
  for (const name of (await caches.keys()).filter((one) => one.startsWith(spareCachePrefix))) {
    const spare = await keptFile(await caches.open(name), path);
    const shell = shellCachePrefix + name.slice(spareCachePrefix.length);
    // A worker of an earlier release removes the release alone.
    if (!spare || !(await caches.has(shell))) continue;
    const cache = await caches.open(shell);
    await withRoom(() => cache.put(path, spare.clone())).catch(() => undefined);
    return (await cache.match(path)) ?? spare;
  }
  return undefined;
}
