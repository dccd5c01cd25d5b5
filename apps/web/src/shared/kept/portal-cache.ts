import { filesIn } from '../release/server-page.js';

// Not among the names of the board's caches, of which boards load all.

/** The portal's page and the built files that it has loaded on this device. The page fills it, and the service worker reads it. */
export const PORTAL_CACHE = 'sarafa-portal';

/** Whether it is the portal's: a network that first asks for a sign-in answers each address with a page of its own. */
export function isPortal(page: string): boolean {
  return filesIn(page).some((path) => path.startsWith('/assets/portal-'));
}
