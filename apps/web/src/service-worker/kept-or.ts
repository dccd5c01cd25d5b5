import { inTime, NOTHING_ELSE_MS } from '../shared/in-time.js';
import { isOurs } from './is-ours.js';

/** The file that this device keeps, else the network's, else the one that a slow storage `found` late. */
export async function keptOr(found: Promise<Response | undefined>, network: () => Promise<Response>): Promise<Response> {
  const kept = await inTime(found);
  if (kept) return kept;
  const answer = await network().catch(() => undefined);
  if (answer && isOurs(answer)) return answer;
  return (await inTime(found, NOTHING_ELSE_MS)) ?? answer ?? Response.error();
}
