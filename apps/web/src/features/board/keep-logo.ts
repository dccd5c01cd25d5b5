import { MEDIA_CACHE } from '../../shared/cache-names.js';
import { isPicture } from '../../shared/is-picture.js';

/** Stores the logo for the service worker, because on a board's first day the logo loads before the worker is active. */
export function keepLogo(url: string): void {
  if (!('caches' in window)) return;
  const keep = async () => {
    const cache = await caches.open(MEDIA_CACHE);
    if (isPicture(await cache.match(url))) return;
    const answer = await fetch(url);
    if (isPicture(answer)) await cache.put(url, answer);
  };
  // With a full disk the logo is missing after a power cut, and a letter replaces it.
  keep().catch(() => undefined);
}
