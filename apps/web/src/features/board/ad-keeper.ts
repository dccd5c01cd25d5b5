import type { Advertisement } from '@sarafa/contracts';
import { ADS_CACHE_PREFIX } from '../../shared/cache-names.js';

/** Boards' first seconds are their rates'. */
const FIRST_MS = 3_000;
/** Doubled from try to try: what breaks off half-way is fetched from its beginning. */
const RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 3_600_000;
/** A full disk may have room again: the browser clears what other pages have left. */
const FULL_RETRY_MS = 3_600_000;
/** Shops whose ads one browser keeps: an admin looks at many boards, and a television at one. */
const MOST_SHOPS = 3;

/**
 * Keeps a shop's ads as whole files where the service worker finds them, so that they play without network too. One after
 * the other, the smallest first, so that what has no room keeps nothing from those that have; and what the shop no longer has
 * goes. A browser that keeps nothing plays from the network.
 */
export class AdKeeper {
  private readonly name: string;
  private wanted: readonly string[] | undefined;
  private abort: AbortController | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;

  /** `onDisk` is told whether all of the ads have room, each time that is known. */
  constructor(
    shopId: string,
    private readonly onDisk: (isFull: boolean) => void = () => undefined,
  ) {
    this.name = ADS_CACHE_PREFIX + shopId;
  }

  /** The shop's ads as they are now. */
  keep(ads: readonly Pick<Advertisement, 'file_path'>[]): void {
    const wanted = ads.map(({ file_path }) => file_path);
    if (wanted.join() === this.wanted?.join()) return;
    this.wanted = wanted;
    this.failures = 0;
    this.abort?.abort();
    this.later(FIRST_MS);
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
    const { wanted = [] } = this;
    const { signal } = (this.abort = new AbortController());
    try {
      await askForPersistence();
      await this.forgetOtherShops();
      const cache = await caches.open(this.name);
      await forgetOthers(cache, wanted);
      const isFull = await this.fill(cache, wanted, signal);
      if (signal.aborted) return;
      this.onDisk(isFull);
      if (isFull) this.later(FULL_RETRY_MS);
    } catch {
      if (!signal.aborted) this.later(Math.min(LONGEST_RETRY_MS, RETRY_MS * 2 ** this.failures++));
    }
  }

  /** Answers whether something had no room. */
  private async fill(cache: Cache, wanted: readonly string[], signal: AbortSignal): Promise<boolean> {
    const missing: { path: string; size: number }[] = [];
    for (const path of wanted) {
      if (await cache.match(path, ANY)) continue;
      const size = await sizeOf(path, signal);
      // A file that is gone is soon gone from the list too.
      if (size !== undefined) missing.push({ path, size });
    }
    let isFull = false;
    for (const { path, size } of missing.sort((a, b) => a.size - b.size)) {
      if (signal.aborted) break;
      const fits = await hasRoom(size);
      if (!fits || !(await keep(cache, path, signal))) isFull = true;
    }
    return isFull;
  }

  private async forgetOtherShops(): Promise<void> {
    const names = (await caches.keys()).filter((name) => name.startsWith(ADS_CACHE_PREFIX) && name !== this.name);
    await Promise.all(names.slice(0, -(MOST_SHOPS - 1)).map((name) => caches.delete(name)));
  }
}

/** One address is one file, whatever the answer varied by. */
const ANY = { ignoreVary: true };

/** Once a shop is gone, so are its ads. */
export function forgetAds(shopId: string): void {
  if ('caches' in window) caches.delete(ADS_CACHE_PREFIX + shopId).catch(() => undefined);
}

async function forgetOthers(cache: Cache, wanted: readonly string[]): Promise<void> {
  const kept = await cache.keys();
  const old = kept.filter(({ url }) => !wanted.includes(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request, ANY)));
}

async function sizeOf(path: string, signal: AbortSignal): Promise<number | undefined> {
  const answer = await fetch(path, { method: 'HEAD', signal });
  return isAd(path, answer) ? Number(answer.headers.get('content-length') ?? 0) : undefined;
}

/** `put` ends once all bytes are there; of a broken file nothing is kept. Answers whether it had room. */
async function keep(cache: Cache, path: string, signal: AbortSignal): Promise<boolean> {
  const init: RequestInit & { priority: string } = { signal, priority: 'low' };
  const response = await fetch(path, init);
  if (!isAd(path, response)) return true;
  return cache.put(path, response).then(
    () => true,
    (error: unknown) => {
      if (isQuota(error)) return false;
      throw error;
    },
  );
}

/** False for a file that is gone. Another server's page, a hotel's for one, is no ad: it throws. */
function isAd(path: string, { status, headers }: Response): boolean {
  if (status === 404) return false;
  if (status !== 200 || !/^(image|video)\//.test(headers.get('content-type') ?? ''))
    throw new Error(`No ad at ${path}: ${status}`);
  return true;
}

/** Before a hundred megabytes are fetched in vain. Where the browser doesn't say, it is tried. */
async function hasRoom(size: number): Promise<boolean> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return quota === undefined || usage === undefined || quota - usage >= size;
}

/** Or the browser may clear the board's files when another page wants the disk. */
async function askForPersistence(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false);
}

function isQuota(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
