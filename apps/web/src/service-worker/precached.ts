/** What the build writes into the worker about its own release. */
interface Precached {
  /** The name of the release, as its page and the server's heartbeats have it. */
  readonly release: string;
  /** The name of a cache of board files, up to the release. */
  readonly shellCachePrefix: string;
  /** The name of a cache of second copies of a release's scripts, up to the release. */
  readonly spareCachePrefix: string;
  readonly releasesCache: string;
  readonly mediaCache: string;
  /** The name of a cache of ads, up to the shop's id. The board's page fills these caches. */
  readonly adsCachePrefix: string;
  /** The script that the page of this release loads. */
  readonly entry: string;
  /** What every board needs. */
  readonly files: readonly string[];
  /** What is kept besides, once a board has used the file of this name. */
  readonly onUse: Readonly<Record<string, readonly string[]>>;
}

declare const __PRECACHE__: Precached;

export const precached = __PRECACHE__;
/** Every board's address answers the same page, also for an unknown shop. */
export const PAGE = '/public-view/board';

/** Whether the path is a board's: a shop's own, or the one that a TV is paired at. */
export function isBoard(pathname: string): boolean {
  return pathname.startsWith('/public-view/') || pathname === '/tv';
}
