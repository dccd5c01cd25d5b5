import { MEDIA_CACHE } from '../../shared/cache-names.js';

/** Stores the logo for the service worker, because on a board's first day the logo loads before the worker is active. */
export function keepLogo(url: string): void {
  if (!('caches' in window)) return;
  const keep = async () => {
    const cache = await caches.open(MEDIA_CACHE);
    if (!(await cache.match(url))) await cache.add(url);
  };
  // With a full disk the logo is missing after a power cut, and a letter replaces it.
  keep().catch(() => undefined);
}
