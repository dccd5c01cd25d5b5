import { BOARDS, precached } from './precached.js';

const { adsCachePrefix, entry, files, release, shellCachePrefix } = precached;
const OWN = shellCachePrefix + release;
/** Every board's address answers the same page, also for an unknown shop. */
const PAGE = `${BOARDS}board`;

/**
 * Puts the board of this release into its cache. If the disk is full, the ads are removed first: ads can be loaded again, and
 * rates matter more.
 */
export async function keepShell(): Promise<void> {
  await fill().catch(async (error: unknown) => {
    if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error;
    const ads = (await caches.keys()).filter((name) => name.startsWith(adsCachePrefix));
    await Promise.all(ads.map((name) => caches.delete(name)));
    await fill();
  });
}

async function fill(): Promise<void> {
  const page = await fetch(PAGE, { headers: { accept: 'text/html' }, cache: 'reload' });
  // During a rollout another replica may answer with the page of another release.
  if (!page.ok || !(await page.clone().text()).includes(entry)) throw new Error('The page is of another release');
  const cache = await caches.open(OWN);
  await cache.addAll(files.map((path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' })));
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
