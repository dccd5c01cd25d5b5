import type { Advertisement } from '@sarafa/contracts';
import { ADS_CACHE_PREFIX } from '../../../shared/release/cache-names.js';
import { fetchFile } from '../../../shared/requests/fetch-file.js';

/** The first seconds of a board are reserved for loading its rates. */
const FIRST_MS = 3_000;
/** Doubled with each attempt, because a download that breaks off starts again from its beginning. */
const RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 3_600_000;
/** A full disk may get room again when the browser removes what other pages have left, and files that were kept may be gone. */
const AGAIN_MS = 3_600_000;
/** A download that is slower is given up: a connection that brings nothing more would be waited for without end. */
const SLOWEST_BYTES_PER_MS = 5;
/** What a download may take besides, for its connection. */
const PATIENCE_MS = 60_000;
/** How many shops' ads a browser keeps: an admin looks at many boards, a television at one. */
const MOST_SHOPS = 3;

/**
 * Keeps a shop's ads as whole files where the service worker finds them, so that they also play without a network. It loads one
 * file after the other, the smallest first, so that a file without room doesn't keep others from being stored, and removes what
 * the shop no longer has. A browser that can't keep files plays from the network.
 */
export class AdKeeper {
  private readonly name: string;
  private wanted: readonly string[] | undefined;
  private abort: AbortController | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private isResting = false;
  /** Whether a try has waited for the end of the rest. */
  private isDue = false;
  /** Once alone: boards of many shops in one browser would take each other's ads in turn. */
  private hasForgotten = false;

  /** Calls `onDisk` with whether all ads have room, each time that this is known. */
  constructor(
    shopId: string,
    private readonly onDisk: (isFull: boolean) => void = () => undefined,
  ) {
    this.name = ADS_CACHE_PREFIX + shopId;
  }

  /** Sets the shop's current ads. */
  keep(ads: readonly Pick<Advertisement, 'file_path'>[]): void {
    const wanted = ads.map(({ file_path }) => file_path);
    this.isResting = false;
    if (wanted.join() === this.wanted?.join()) {
      if (this.isDue) this.later(FIRST_MS);
      return;
    }
    this.wanted = wanted;
    this.failures = 0;
    this.abort?.abort();
    this.later(FIRST_MS);
  }

  /**
   * Begins nothing until `keep` is called again, and then at once what would have begun meanwhile: where the network is there for
   * a minute now and then, tries at times of their own would miss those minutes for hours.
   */
  rest(): void {
    this.isResting = true;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.abort?.abort();
  }

  private later(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.work(), ms);
  }

  private async work(): Promise<void> {
    this.isDue = this.isResting;
    if (this.isDue) return;
    const { wanted = [] } = this;
    const { signal } = (this.abort = new AbortController());
    try {
      if (!this.hasForgotten) await this.forgetOtherShops();
      this.hasForgotten = true;
      const cache = await caches.open(this.name);
      await forgetOthers(cache, wanted, signal);
      await this.fill(cache, wanted, signal);
      // The service worker takes the room of ads for a new release, and tells nobody.
      if (!signal.aborted) this.later(AGAIN_MS);
    } catch {
      if (!signal.aborted) this.later(Math.min(LONGEST_RETRY_MS, RETRY_MS * 2 ** this.failures++));
    }
  }

  /** Throws at the end where a file couldn't be loaded, which keeps the files behind it from nothing. */
  private async fill(cache: Cache, wanted: readonly string[], signal: AbortSignal): Promise<void> {
    const missing: { path: string; size: number }[] = [];
    let isFull = false;
    let hasFailed = false;
    const failed = () => void (hasFailed = true);
    for (const path of wanted) {
      if (await cache.match(path, ANY)) continue;
      const size = await sizeOf(path, signal).catch(failed);
      // A file that doesn't exist any more will soon be removed from the list.
      if (size !== undefined) missing.push({ path, size });
    }
    for (const { path, size } of missing.sort((a, b) => a.size - b.size)) {
      const fits = (await hasRoom(size)) && (await keep(cache, path, size, signal).catch(failed));
      if (fits === false) isFull = true;
      // Other ads are wanted meanwhile, and what had no room here may not be among them.
      if (signal.aborted) return;
    }
    if (isFull || !hasFailed) this.onDisk(isFull);
    if (hasFailed) throw new Error();
  }

  private async forgetOtherShops(): Promise<void> {
    const names = (await caches.keys()).filter((name) => name.startsWith(ADS_CACHE_PREFIX) && name !== this.name);
    await Promise.all(names.slice(0, -(MOST_SHOPS - 1)).map((name) => caches.delete(name)));
  }
}

/** An address stands for one file, whatever headers the answer varies by. */
const ANY = { ignoreVary: true };

async function forgetOthers(cache: Cache, wanted: readonly string[], signal: AbortSignal): Promise<void> {
  const kept = await cache.keys();
  // A slow disk may have held this run up until after the next one, which wants others.
  if (signal.aborted) return;
  const old = kept.filter(({ url }) => !wanted.includes(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request, ANY)));
}

async function sizeOf(path: string, signal: AbortSignal): Promise<number | undefined> {
  const answer = await fetchFile(path, isMedia, { method: 'HEAD', signal });
  return isAd(path, answer) ? Number(answer.headers.get('content-length') ?? 0) : undefined;
}

/**
 * `put` resolves once all bytes are stored, and stores nothing of a file that breaks off, unless its answer had no length, as a
 * proxy by HTTP/1.0 passes it on. Answers whether there was room.
 */
async function keep(cache: Cache, path: string, size: number, signal: AbortSignal): Promise<boolean> {
  const init: RequestInit & { priority: string } = { signal, priority: 'low' };
  const response = await fetchFile(path, isMedia, { ...init, wholeMs: PATIENCE_MS + size / SLOWEST_BYTES_PER_MS });
  if (!isAd(path, response)) return true;
  try {
    await cache.put(path, response);
  } catch (error) {
    if (isQuota(error)) return false;
    throw error;
  }
  if (response.headers.has('content-length')) return true;
  const kept = await (await cache.match(path, ANY))?.blob();
  if (!kept || !size || kept.size === size) return true;
  await cache.delete(path, ANY);
  throw new Error(`${path} broke off`);
}

function isMedia({ status, headers }: Response): boolean {
  return status === 200 && /^(image|video)\//.test(headers.get('content-type') ?? '');
}

/** False for a file that doesn't exist. Throws for the page of another server, such as a hotel's sign-in page. */
function isAd(path: string, answer: Response): boolean {
  if (answer.status === 404) return false;
  if (!isMedia(answer)) throw new Error(`No ad at ${path}: ${answer.status}`);
  return true;
}

/** Checked before a hundred megabytes are loaded in vain. Where the browser doesn't report its room, the download is tried. */
async function hasRoom(size: number): Promise<boolean> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return quota === undefined || usage === undefined || quota - usage >= size;
}

function isQuota(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
