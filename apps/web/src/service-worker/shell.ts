import { fetchFile } from '../shared/requests/fetch-file.js';
import { PORTAL_CACHE } from '../shared/kept/portal-cache.js';
import { isOurs } from '../shared/release/server-page.js';
import { keptFile } from './kept-file.js';
import { keptOr } from './kept-or.js';
import { PAGE, precached } from './precached.js';
import { keepSpares, restored } from './spare-scripts.js';
import { usedBefore } from './used-files.js';
import { withRoom } from './with-room.js';

const { entry, files, release, shellCachePrefix, spareCachePrefix } = precached;
const OWN = shellCachePrefix + release;
/** On a slow line, a release's files wait for each other. */
const BEGIN_MS = 300_000;

/** Puts the board of this release into its cache, with what this device has used of the releases before. */
export async function keepShell(): Promise<void> {
  try {
    await withRoom(fill);
    await keepSpares(release);
    // The worker of another release may have removed this one while it was loaded. The browser installs it again later.
    if (!(await hasPage())) throw new Error('The files were removed again');
  } catch (error) {
    // A part of a release is of no use, and takes room. Where the release was complete before, it stays.
    if (!(await hasPage())) await Promise.all([OWN, spareCachePrefix + release].map((name) => caches.delete(name)));
    throw error;
  }
}

async function hasPage(): Promise<boolean> {
  return (await (await caches.open(OWN)).match(PAGE)) !== undefined;
}

async function fill(): Promise<void> {
  const page = await fetch(PAGE, { headers: { accept: 'text/html' }, cache: 'reload' });
  // During a rollout another replica may answer with the page of another release.
  if (!page.ok || !(await page.clone().text()).includes(entry)) throw new Error('The page is of another release');
  const cache = await caches.open(OWN);
  const paths = [...files, ...(await usedBefore())];
  const loaded = await Promise.all(paths.map(load));
  await Promise.all(loaded.map((file, index) => cache.put(paths[index]!, file)));
  await cache.put(PAGE, page);
}

/** A file of this release, once all of its bytes are here, so that nothing is kept before everything is. */
async function load(path: string): Promise<Response> {
  const cache = path.startsWith('/assets/') ? 'default' : 'reload';
  const answer = await fetchFile(path, isOurs, { cache, beginMs: BEGIN_MS });
  if (!isOurs(answer)) throw new Error(`No file at ${path}: ${answer.status}`);
  await answer.clone().arrayBuffer();
  return answer;
}

/**
 * Answers a file of any cached release, because boards of two releases may be open, and of the portal. The name of a built
 * file contains a hash of its content. A lost script is put back from its second copy, and a lost file of this release is kept
 * again once it was fetched; `extend` keeps the worker alive for it.
 */
export async function shellFile(request: Request, extend: (work: Promise<unknown>) => void): Promise<Response> {
  const { pathname } = new URL(request.url);
  return keptOr(keptOrRestored(pathname), async () => {
    const answer = await fetchFile(request, isOurs, { beginMs: BEGIN_MS });
    if (isOurs(answer) && files.includes(pathname)) extend(keepAgain(pathname, answer.clone()));
    return answer;
  });
}

async function keptOrRestored(path: string): Promise<Response | undefined> {
  const isAnother = (name: string) => name === PORTAL_CACHE || (name.startsWith(shellCachePrefix) && name !== OWN);
  const names = (await caches.keys()).filter(isAnother);
  for (const name of [OWN, ...names]) {
    const kept = await keptFile(await caches.open(name), path);
    if (kept) return kept;
  }
  return restored(path);
}

async function keepAgain(path: string, answer: Response): Promise<void> {
  const cache = await caches.open(OWN);
  await withRoom(() => cache.put(path, answer.clone())).catch(() => undefined);
  await keepSpares(release);
}

export function isShellFile(pathname: string): boolean {
  return pathname.startsWith('/assets/') || files.includes(pathname);
}
