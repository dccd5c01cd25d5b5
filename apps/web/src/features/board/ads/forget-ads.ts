import { ADS_CACHE_PREFIX } from '../../../shared/release/cache-names.js';

/** When a shop is gone, its ads are removed too. Apart from what keeps them, which the first rates must not wait for. */
export async function forgetAds(shopId: string): Promise<void> {
  try {
    await caches.delete(ADS_CACHE_PREFIX + shopId);
  } catch {
    // Without TLS, or where storage is forbidden, none are kept.
  }
}
