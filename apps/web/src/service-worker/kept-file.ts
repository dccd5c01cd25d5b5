import { isOurs } from '../shared/release/server-page.js';

/** The file that a cache has kept; nothing where a worker of an earlier release has kept another server's page in its place. */
export async function keptFile(cache: Cache, path: string): Promise<Response | undefined> {
  const kept = await cache.match(path);
  return kept && isOurs(kept) ? kept : undefined;
}
