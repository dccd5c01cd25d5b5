import { BOARDS, precached } from './precached.js';

const { adsCachePrefix, entry, files, release, shellCachePrefix } = precached;
const OWN = shellCachePrefix + release;
/** Every board's address answers with the same page, also one that is no shop's. */
const PAGE = `${BOARDS}board`;

/** Lays this release's board into its cache. On a full disk the ads make room: they come again, and the rates go first. */
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
  // While a release rolls out, another replica may answer with another release's page.
  if (!page.ok || !(await page.clone().text()).includes(entry)) throw new Error('The page is of another release');
  const cache = await caches.open(OWN);
  await cache.addAll(files.map((path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' })));
  await cache.put(PAGE, page);
}

/** The whole of one release or none: a page from the network could name files that the network then fails to give. */
export async function page(request: Request, cacheName: string): Promise<Response> {
  return (await (await caches.open(cacheName)).match(PAGE)) ?? fetch(request);
}

/** A file of any release that is kept: boards of two may be open, and the name of a built file is that of its content. */
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
