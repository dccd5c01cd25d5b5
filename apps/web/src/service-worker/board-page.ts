import { inTime, NOTHING_ELSE_MS } from '../shared/requests/in-time.js';
import { foundOr } from './kept-or.js';
import { type Extend, hasFilesOf, loadFilesOf } from './page-files.js';
import { PAGE, precached } from './precached.js';
import { withRoom } from './with-room.js';

const { entry, release, shellCachePrefix } = precached;
const OWN = shellCachePrefix + release;
/** What the page of every release has. */
const RELEASE_MARK = '<meta name="release"';
/** A page whose files are still on their way after this time is believed: on a slow line no other page would be faster. */
const LONGEST_WAIT_MS = 10_000;

/** Chooses the cache of the release that is to be shown. `isLate` says whether it is too late for that. */
type Choose = (isLate: () => boolean) => Promise<string>;

/**
 * Answers from one release as a whole or not at all: a page from the network could name files that the network then fails to
 * deliver. Where the kept page or files of it are lost for good, or the storage doesn't say which release is to be shown, the
 * network may have a page with all of its files. The page of any other release on this device is better than the browser's
 * error page. A kept page that a slow storage delivers before the network does is as good as one delivered in time.
 */
export async function page(request: Request, choose: Choose, extend: Extend): Promise<Response> {
  let isLate = false;
  const shell = choose(() => isLate);
  const kept = shell.then(keptPage);
  const whole = kept.then(async (one) => (one && (await hasFilesOf(await one.clone().text(), await shell)) ? one : undefined));
  whole.catch(() => undefined);
  const cacheName = await inTime(shell);
  isLate = cacheName === undefined;
  const inTimeKept = isLate ? undefined : await inTime(kept);
  if (inTimeKept && (await inTime(whole))) return inTimeKept;
  const answer = pageFromNetwork(request, extend).catch(() => undefined);
  extend(inTimeKept || cacheName !== OWN ? answer : answer.then((one) => one && keepPage(one.clone())));
  const last = answer.then((one) => one ?? inTimeKept ?? inTime(kept, NOTHING_ELSE_MS));
  return (await foundOr(whole, last)) ?? (await inTime(anyPage(), NOTHING_ELSE_MS)) ?? fetch(request);
}

async function keptPage(cacheName: string): Promise<Response | undefined> {
  return (await caches.open(cacheName)).match(PAGE);
}

/**
 * The server's page, of any release, if its files can be had; nothing if another server has answered, as where a network first
 * asks for a sign-in.
 */
async function pageFromNetwork(request: Request, extend: Extend): Promise<Response | undefined> {
  const answer = await fetch(request);
  const text = await answer.clone().text();
  if (!text.includes(RELEASE_MARK)) return undefined;
  await Promise.race([loadFilesOf(text, extend), new Promise((done) => setTimeout(done, LONGEST_WAIT_MS))]);
  return answer;
}

/** The server's page may be of another release than this worker. */
async function keepPage(answer: Response): Promise<void> {
  if (!answer.ok || !(await answer.clone().text()).includes(entry)) return;
  const cache = await caches.open(OWN);
  await withRoom(() => cache.put(PAGE, answer.clone())).catch(() => undefined);
}

async function anyPage(): Promise<Response | undefined> {
  for (const name of (await caches.keys()).filter((one) => one.startsWith(shellCachePrefix))) {
    const kept = await (await caches.open(name)).match(PAGE);
    if (kept) return kept;
  }
  return undefined;
}
