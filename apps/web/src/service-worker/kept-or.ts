import { inTime, NOTHING_ELSE_MS } from '../shared/requests/in-time.js';
import { isOurs } from '../shared/release/server-page.js';

/** The file that this device keeps or, where its storage is slow, whatever comes first: that file or the network's. */
export async function keptOr(found: Promise<Response | undefined>, network: () => Promise<Response>): Promise<Response> {
  const kept = await inTime(found);
  if (kept) return kept;
  const answer = network().catch(() => undefined);
  const last = answer.then(async (one) => {
    if (one && isOurs(one)) return one;
    return (await inTime(found, NOTHING_ELSE_MS)) ?? one ?? Response.error();
  });
  return foundOr(found, last);
}

/** What is `found` before `last` has come, else `last`: a dead network may take minutes to fail. */
export function foundOr<T, L>(found: Promise<T | undefined>, last: Promise<L>): Promise<T | L> {
  return new Promise((done, fail) => {
    found.then(
      (one) => one && done(one),
      () => undefined,
    );
    last.then(done, fail);
  });
}
