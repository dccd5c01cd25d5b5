import { inTime, NOTHING_ELSE_MS } from '../shared/requests/in-time.js';
import { START } from '../shared/links.js';
import { isPortal, PORTAL_CACHE } from '../shared/kept/portal-cache.js';
import { foundOr } from './kept-or.js';
import { type Extend, hasFilesOf, loadFilesOf } from './page-files.js';

/** How long the network is waited for where this device keeps the page. */
const NETWORK_MS = 4_000;

/**
 * The server's page, which is of the newest release. Where the server doesn't answer, or another one does, or a file that the page
 * names can't be had, the page that was kept last with its files; where none is kept, whatever the network says.
 */
export async function portalPage(request: Request, extend: Extend): Promise<Response> {
  const network = fetch(request);
  const kept = keptPage();
  const isWhole = kept.then(async (one) => one && hasFilesOf(await one.clone().text(), PORTAL_CACHE));
  isWhole.catch(() => undefined);
  const ours = network
    .then(async (answer) => {
      const page = await answer.clone().text();
      if (!isPortal(page)) return undefined;
      // A page whose script doesn't come can't load itself anew. Only where there is a better one does it wait for its files.
      if ((await inTime(isWhole)) && !(await inTime(hasFilesOf(page, PORTAL_CACHE)))) await loadFilesOf(page, extend);
      return answer;
    })
    .catch(() => undefined);
  // Files that are too slow for this load go on, so that the next one finds them.
  extend(ours);
  const late = new Promise<undefined>((done) => setTimeout(done, NETWORK_MS));
  const answer = await Promise.race([ours, late]);
  if (answer) return answer;
  return foundOr(
    kept,
    ours.then(async (one) => one ?? (await inTime(kept, NOTHING_ELSE_MS)) ?? network),
  );
}

/** The addresses of the portal's page, which all answer the same. */
export function isPortalPath(pathname: string): boolean {
  return /^\/(login|admin|user-dashboard|screens\/claim)(\/|$)/.test(pathname);
}

async function keptPage(): Promise<Response | undefined> {
  // Asked for by its name, because opening a cache makes it.
  return caches.match(START, { cacheName: PORTAL_CACHE });
}
