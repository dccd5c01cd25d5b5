import { isOurs, keptFile } from './is-ours.js';
import { PAGE, precached } from './precached.js';
import { keepSpares, restored } from './spare-scripts.js';
import { usedBefore } from './used-files.js';
import { withRoom } from './with-room.js';

const { entry, files, release, shellCachePrefix } = precached;
const OWN = shellCachePrefix + release;
/** What the page of every release has. */
const RELEASE_MARK = '<meta name="release"';

/** Puts the board of this release into its cache, with what this device has used of the releases before. */
export async function keepShell(): Promise<void> {
  await withRoom(fill);
  await keepSpares(release);
  // The worker of another release may have removed this one while it was loaded. The browser installs it again later.
  if (!(await (await caches.open(OWN)).match(PAGE))) throw new Error('The files were removed again');
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
  const answer = await fetch(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' });
  if (!isOurs(answer)) throw new Error(`No file at ${path}: ${answer.status}`);
  await answer.clone().arrayBuffer();
  return answer;
}

/**
 * Answers from one release as a whole or not at all: a page from the network could name files that the network then fails to
 * deliver. Where files of the kept page are lost for good, the network may have a page with all of its files.
 */
export async function page(request: Request, cacheName: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(PAGE);
  if (!kept) return fetch(request);
  if (await hasFilesOf(kept.clone(), cache)) return kept;
  return (await pageFromNetwork(request).catch(() => undefined)) ?? kept;
}

/** The server's page, of any release; nothing if another server has answered, as where a network first asks for a sign-in. */
async function pageFromNetwork(request: Request): Promise<Response | undefined> {
  const answer = await fetch(request);
  return (await answer.clone().text()).includes(RELEASE_MARK) ? answer : undefined;
}

async function hasFilesOf(kept: Response, cache: Cache): Promise<boolean> {
  const paths = Array.from((await kept.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, path]) => path!);
  const found = await Promise.all(paths.map(async (path) => (await keptFile(cache, path)) ?? restored(path)));
  return !found.includes(undefined);
}

/**
 * Answers a file of any cached release, because boards of two releases may be open. The name of a built file contains a hash of
 * its content. A lost script is put back from its second copy, and a lost file of this release is kept again once it was
 * fetched; `extend` keeps the worker alive for it.
 */
export async function shellFile(request: Request, extend: (work: Promise<unknown>) => void): Promise<Response> {
  const { pathname } = new URL(request.url);
  const names = (await caches.keys()).filter((name) => name.startsWith(shellCachePrefix) && name !== OWN);
  for (const name of [OWN, ...names]) {
    const kept = await keptFile(await caches.open(name), pathname);
    if (kept) return kept;
  }
  const spare = await restored(pathname);
  if (spare) return spare;
  const answer = await fetch(request);
  if (isOurs(answer) && files.includes(pathname)) extend(keepAgain(pathname, answer.clone()));
  return answer;
}

async function keepAgain(path: string, answer: Response): Promise<void> {
  const cache = await caches.open(OWN);
  await withRoom(() => cache.put(path, answer.clone())).catch(() => undefined);
  await keepSpares(release);
}

export function isShellFile(pathname: string): boolean {
  return pathname.startsWith('/assets/') || files.includes(pathname);
}
