import { ADS_CACHE_PREFIX } from '../../../shared/release/cache-names.js';

/** When a shop is gone, its ads are removed too. Apart from what keeps them, which the first rates must not wait for. */
export function forgetAds(shopId: string): void {
  if ('caches' in window) caches.delete(ADS_CACHE_PREFIX + shopId).catch(() => undefined);
}
