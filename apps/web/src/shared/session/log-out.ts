import { addressOf } from '../requests/base-query.js';

/** How long after a try that failed the server is told once more. */
const AGAIN_MS = 15_000;

/**
 * Ends the session of a token on the server. Where the server can't be reached, it is told again and again for as long as the page
 * is open: the token isn't stored, because whoever has the device next could use it. Answers whether the first try has told it.
 * Not a call of the API's state, which is reset when somebody signs out.
 */
export async function logOut(token: string): Promise<boolean> {
  const { method, url } = addressOf({ route: 'POST /auth/logout' });
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(url, { method, headers, keepalive: true }).catch(() => undefined);
  // A token that is refused has ended already.
  const isTold = answer !== undefined && (answer.ok || answer.status === 401);
  if (!isTold) setTimeout(() => void logOut(token), AGAIN_MS);
  return isTold;
}

/** Ends the session that another sign-in has taken the place of. */
export async function endReplaced(token: string | undefined): Promise<void> {
  // A token of the release before has no session, and its logout would end all sessions of the account.
  if (token && hasSession(token)) await logOut(token);
}

function hasSession(token: string): boolean {
  try {
    const claims = token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/');
    return 'sid' in (JSON.parse(atob(claims)) as object);
  } catch {
    return false;
  }
}
