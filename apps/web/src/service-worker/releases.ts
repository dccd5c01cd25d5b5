import { fetchFile } from '../shared/requests/fetch-file.js';
import { inTime, NOTHING_ELSE_MS, ofWindows } from '../shared/requests/in-time.js';
import {
  mayBeTried,
  MOST_FAILURES,
  readReleaseState,
  RELEASE_STATE_PATH,
  type ReleaseState,
} from '../shared/release/release-state.js';
import { isOurs } from '../shared/release/server-page.js';
import { isBoard, precached } from './precached.js';
import { withRoom } from './with-room.js';

declare const self: ServiceWorkerGlobalScope;

/** A new release that hasn't shown a rate after this time is replaced by the one before. */
const PROOF_MS = 60_000;
const LOOK_MS = 1_000;

const { release: own, shellCachePrefix, spareCachePrefix, releasesCache } = precached;

/** The best that pages of this worker's release have reported since the worker started. */
let shown: 'nothing' | 'kept' | 'notice' | 'rates' = 'nothing';
/** The shop that such a page named in its last report. */
let shop: string | undefined;
let trial: Promise<void> | undefined;

/**
 * The cache with the release that a board gets. `extend` keeps the worker alive while a new release is tried. None is tried once
 * it `isLate`, since the board may then get another.
 */
export async function shellFor(extend: (work: Promise<unknown>) => void, isLate: () => boolean): Promise<string> {
  const state = await settleOldTrial(await current());
  const { accepted } = state;
  if (accepted === own || accepted === null || !(await caches.has(shellCachePrefix + accepted))) {
    await inTime(accept(state));
    return shellCachePrefix + own;
  }
  if (isLate() || !mayBeTried(state, own)) return shellCachePrefix + accepted;
  // Where the trial can't be noted, nothing would end it after a power cut.
  const triedAt = Date.now();
  const noted = save({ ...state, triedAt }).then(() => true);
  if (!(await inTime(noted)) || isLate()) {
    await inTime(noted.then(() => takeBack(triedAt)));
    return shellCachePrefix + accepted;
  }
  shown = 'nothing';
  trial ??= judge().finally(() => (trial = undefined));
  extend(trial);
  return shellCachePrefix + own;
}

/** This worker's release is completely in its cache. If there was no release before, there is none to go back to. */
export async function installed(): Promise<void> {
  const state = await current();
  const before = (await caches.keys()).filter((name) => name.startsWith(shellCachePrefix) && name !== shellCachePrefix + own);
  // The worker of the very first release stored no state, and used a single cache.
  const accepted = state.accepted ?? before[before.length - 1]?.slice(shellCachePrefix.length) ?? own;
  await save({ ...state, accepted, installed: own, triedAt: null });
}

/**
 * Removes the caches of all releases but this one, the one to go back to, and a newer one whose worker waits to take over: without its
 * files that one could show nothing, and would count as one that failed.
 */
export async function forgetOldReleases(): Promise<void> {
  const { accepted, installed } = await current();
  const isOld = (name: string, prefix: string) =>
    name.startsWith(prefix) && ![own, accepted, installed].includes(name.slice(prefix.length));
  const old = (await caches.keys()).filter((name) => isOld(name, shellCachePrefix) || isOld(name, spareCachePrefix));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A page reports what it has painted: rates that the server told it, a notice that there are none, or rates that were kept. */
export async function pageShows(release: string, shows: 'rates' | 'notice' | 'kept', ofShop?: string): Promise<void> {
  if (release !== own) return;
  shop = ofShop;
  const order = ['nothing', 'kept', 'notice', 'rates'] as const;
  if (order.indexOf(shows) > order.indexOf(shown)) shown = shows;
  if (shows !== 'rates') return;
  const state = await current();
  if (state.accepted !== own) await accept(state);
}

async function judge(): Promise<void> {
  const end = performance.now() + PROOF_MS;
  for (; performance.now() < end; await pause(LOOK_MS)) if (shown === 'rates') return;
  // The release isn't to blame if its page runs and reports that there is nothing to show or that nobody answers, unless the
  // server does have rates.
  const isToBlame = shown === 'nothing' || (shown === 'kept' && (await hasRates()));
  // However slow the storage is: nothing else would end a trial whose page has no script that runs.
  const state = await inTime(current(), NOTHING_ELSE_MS);
  if (!state || state.accepted === own) return;
  if (!isToBlame) return save({ ...state, triedAt: null });
  await failed(state, NOTHING_ELSE_MS);
  const windows = await ofWindows(self.clients.matchAll({ type: 'window' }));
  const boards = (windows ?? []).filter((client) => isBoard(new URL(client.url).pathname));
  await Promise.all(boards.map((client) => client.navigate(client.url).catch(() => undefined)));
}

/** No trial has begun, as its note came too late for the page: at a later start it would count as one that failed. */
async function takeBack(triedAt: number): Promise<void> {
  const state = await current();
  if (state.triedAt === triedAt) await save({ ...state, triedAt: null });
}

/** Ends a trial that nobody saw the end of, because the power failed or the browser stopped the worker. */
async function settleOldTrial(state: ReleaseState): Promise<ReleaseState> {
  const isOver = state.triedAt !== null && !trial && Math.abs(Date.now() - state.triedAt) > PROOF_MS;
  if (!isOver || shown !== 'nothing') return state;
  return failed(state);
}

async function failed(state: ReleaseState, patienceMs?: number): Promise<ReleaseState> {
  const failures = (state.failures[own] ?? 0) + 1;
  const next = { ...state, triedAt: null, failedAt: Date.now(), failures: { ...state.failures, [own]: failures } };
  await inTime(save(next), patienceMs);
  console.warn(`Release ${own} showed no rate and was left for ${state.accepted} (${failures} of ${MOST_FAILURES} tries)`);
  return next;
}

/** Where nothing changes, the caches stay as the activation has left them: one more may be of a release that is being installed. */
async function accept(state: ReleaseState): Promise<void> {
  if (state.accepted === own && state.triedAt === null) return;
  await save({ ...state, accepted: own, triedAt: null });
  await forgetOldReleases();
}

/**
 * Whether the server has rates that the board should show. Otherwise it answers with an error, or a network that asks for a sign-in
 * answers with its page, and the new release isn't to blame for either.
 */
async function hasRates(): Promise<boolean> {
  return fetchFile(`/prices/user/${shop}`, () => true, { cache: 'no-store' }).then(isOurs, () => false);
}

async function current(): Promise<ReleaseState> {
  return readReleaseState(await caches.open(releasesCache));
}

async function save(state: ReleaseState): Promise<void> {
  const cache = await caches.open(releasesCache);
  const headers = { 'content-type': 'application/json' };
  await withRoom(() => cache.put(RELEASE_STATE_PATH, new Response(JSON.stringify(state), { headers })));
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
