/**
 * Whether the product has sent this file. A network that first asks for a sign-in answers each address with 200 and a page of its
 * own, which would be kept for good, because the address of a built file never changes.
 */
export function isOurs(answer: Response): boolean {
  return answer.ok && !/^text\/html/i.test(answer.headers.get('content-type') ?? '');
}

/** The file that a cache has kept; nothing where a worker of an earlier release has kept another server's page in its place. */
export async function keptFile(cache: Cache, path: string): Promise<Response | undefined> {
  const kept = await cache.match(path);
  return kept && isOurs(kept) ? kept : undefined;
}
