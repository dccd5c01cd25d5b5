/** What the build writes into the worker about its own release. */
interface Precached {
  /** The name of the release, as its page and the server's heartbeats have it. */
  readonly release: string;
  /** The name of a cache of board files, up to the release. */
  readonly shellCachePrefix: string;
  readonly releasesCache: string;
  readonly mediaCache: string;
  /** The name of a cache of ads, up to the shop's id. The board's page fills these caches. */
  readonly adsCachePrefix: string;
  /** The script that the page of this release loads. */
  readonly entry: string;
  readonly files: readonly string[];
}

declare const __PRECACHE__: Precached;

export const precached = __PRECACHE__;
export const BOARDS = '/public-view/';
