import { MEDIA_CACHE } from '../../shared/cache-names.js';

/** Puts the logo where the service worker finds it: on a board's first day it loads before the worker is in charge. */
export function keepLogo(url: string): void {
  if (!('caches' in window)) return;
  const keep = async () => {
    const cache = await caches.open(MEDIA_CACHE);
    if (!(await cache.match(url))) await cache.add(url);
  };
  // A full disk costs the logo after a power cut, where its letter stands in.
  keep().catch(() => undefined);
}
