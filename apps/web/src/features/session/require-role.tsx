import type { AccountRole } from '@sarafa/contracts';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { LOGIN } from '../../shared/links.js';
import { useSession } from '../../shared/session.js';
import { returningTo } from './return-path.js';

/** The screens of one role; for everybody else the sign-in screen (rule 10.1). */
export function RequireRole({ role, children }: { role: AccountRole; children: ReactNode }) {
  const { current } = useSession();
  return current?.role === role ? children : <Navigate to={LOGIN} replace />;
}

/** A page for everybody who is signed in. Everybody else comes back to it after the sign-in. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { current } = useSession();
  const { pathname, search } = useLocation();
  return current ? children : <Navigate to={LOGIN} state={returningTo(pathname + search)} replace />;
}
