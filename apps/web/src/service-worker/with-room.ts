import { precached } from './precached.js';

/**
 * Does `keep`. If the disk is full, the ads are removed first: ads can be loaded again, and what a board says its rates with
 * matters more.
 */
export async function withRoom(keep: () => Promise<void>): Promise<void> {
  await keep().catch(async (error: unknown) => {
    if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error;
    const ads = (await caches.keys()).filter((name) => name.startsWith(precached.adsCachePrefix));
    await Promise.all(ads.map((name) => caches.delete(name)));
    await keep();
  });
}
