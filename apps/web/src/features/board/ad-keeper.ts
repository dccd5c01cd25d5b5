import type { Advertisement } from '@sarafa/contracts';
import { ADS_CACHE_PREFIX } from '../../shared/cache-names.js';

/** Boards' first seconds are their rates'. */
const FIRST_MS = 3_000;
/** Doubled from try to try: what breaks off half-way is fetched from its beginning. */
const RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 3_600_000;
/** Shops whose ads one browser keeps: an admin looks at many boards, and a television at one. */
const MOST_SHOPS = 3;

/**
 * Keeps a shop's ads as whole files where the service worker finds them, so that they play without network too. One after
 * the other, and what the shop no longer has goes. A browser that keeps nothing plays from the network.
 */
export class AdKeeper {
  private readonly name: string;
  private wanted: readonly string[] | undefined;
  private abort: AbortController | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;

  constructor(shopId: string) {
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
    const abort = (this.abort = new AbortController());
    try {
      await this.forgetOtherShops();
      const cache = await caches.open(this.name);
      await forgetOthers(cache, wanted);
      for (const path of wanted)
        if (!abort.signal.aborted && !(await cache.match(path, ANY))) await fill(cache, path, abort.signal);
    } catch (error) {
      // A full disk doesn't get emptier by asking again.
      if (!abort.signal.aborted && !isQuota(error)) this.later(Math.min(LONGEST_RETRY_MS, RETRY_MS * 2 ** this.failures++));
    }
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

/** `put` ends once all bytes are there; of a broken file nothing is kept. */
async function fill(cache: Cache, path: string, signal: AbortSignal): Promise<void> {
  const init: RequestInit & { priority: string } = { signal, priority: 'low' };
  const response = await fetch(path, init);
  // Another server's page, a hotel's for one, is no ad.
  const isMedia = /^(image|video)\//.test(response.headers.get('content-type') ?? '');
  // A file that is gone is soon gone from the list too.
  if (response.status === 404) return;
  if (response.status !== 200 || !isMedia) throw new Error(`No ad at ${path}: ${response.status}`);
  await cache.put(path, response);
}

function isQuota(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
