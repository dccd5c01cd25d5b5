import { Navigate, useLocation } from 'react-router-dom';
import { ADMIN, HOLD_PART, LOGIN, shopDashboardPath } from '../../shared/links.js';
import { useSession } from '../../shared/session/session.js';
import { returningTo } from './return-path.js';

/** Where the shortcuts of the manifest lead: what follows the dashboard's address, by their `?to=`. */
const SHORTCUTS = new Map([
  ['estimate', '/estimate'],
  ['card', '/card'],
  ['hold', `#${HOLD_PART}`],
]);

/** Where an installed dashboard starts (rule 11.17). */
export function StartPage() {
  const { current } = useSession();
  const { pathname, search } = useLocation();
  if (!current) return <Navigate to={LOGIN} state={returningTo(pathname + search)} replace />;
  if (current.role === 'admin') return <Navigate to={ADMIN} replace />;
  const further = SHORTCUTS.get(new URLSearchParams(search).get('to') ?? '') ?? '';
  return <Navigate to={shopDashboardPath(current.userId) + further} replace />;
}
