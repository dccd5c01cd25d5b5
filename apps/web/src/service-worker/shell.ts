import { PAGE, precached } from './precached.js';
import { usedBefore } from './used-files.js';
import { withRoom } from './with-room.js';

const { entry, files, release, shellCachePrefix } = precached;
const OWN = shellCachePrefix + release;

/** Puts the board of this release into its cache, with what this device has used of the releases before. */
export async function keepShell(): Promise<void> {
  await withRoom(fill);
}

async function fill(): Promise<void> {
  const page = await fetch(PAGE, { headers: { accept: 'text/html' }, cache: 'reload' });
  // During a rollout another replica may answer with the page of another release.
  if (!page.ok || !(await page.clone().text()).includes(entry)) throw new Error('The page is of another release');
  const cache = await caches.open(OWN);
  const paths = [...files, ...(await usedBefore())];
  await cache.addAll(paths.map((path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' })));
  await cache.put(PAGE, page);
}

/**
 * Answers from one release as a whole or not at all: a page from the network could name files that the network then fails to
 * deliver.
 */
export async function page(request: Request, cacheName: string): Promise<Response> {
  return (await (await caches.open(cacheName)).match(PAGE)) ?? fetch(request);
}

/**
 * Answers a file of any cached release, because boards of two releases may be open. The name of a built file contains a hash of
 * its content.
 */
export async function shellFile(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const names = (await caches.keys()).filter((name) => name.startsWith(shellCachePrefix) && name !== OWN);
  for (const name of [OWN, ...names]) {
    const kept = await (await caches.open(name)).match(pathname);
    if (kept) return kept;
  }
  return fetch(request);
}

export function isShellFile(pathname: string): boolean {
  return pathname.startsWith('/assets/') || files.includes(pathname);
}
