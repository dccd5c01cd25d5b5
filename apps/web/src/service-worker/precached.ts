/** What the build writes into the worker: the release that this worker is of. */
interface Precached {
  /** Of the board's files, as its page and the server's heartbeats name it. */
  readonly release: string;
  /** Before a release: the cache of its board's own files. */
  readonly shellCachePrefix: string;
  readonly releasesCache: string;
  readonly mediaCache: string;
  /** Before a shop's id: its ads, which its board puts there. */
  readonly adsCachePrefix: string;
  /** The script that this release's page names. */
  readonly entry: string;
  readonly files: readonly string[];
}

declare const __PRECACHE__: Precached;

export const precached = __PRECACHE__;
export const BOARDS = '/public-view/';
