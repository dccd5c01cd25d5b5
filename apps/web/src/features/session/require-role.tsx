import type { AccountRole } from '@sarafa/contracts';
import { type ReactNode, useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Navigate, useLocation } from 'react-router-dom';
import { LOGIN, SCREENS_PART, screensPath } from '../../shared/links.js';
import { pageShown, useSession } from '../../shared/session/session.js';
import { returningTo } from './return-path.js';

/** The screens of one role; for everybody else the sign-in screen (rule 10.1). */
export function RequireRole({ role, children }: { role: AccountRole; children: ReactNode }) {
  const { current } = useSession();
  const { pathname, search, hash } = useLocation();
  /** Whether the page was opened without a session, and not left by signing out. */
  const [isArriving] = useState(!current);
  if (current?.role === role) return <Shown key={current.userId}>{children}</Shown>;
  // Where an alarm leads: to the screens of whoever is signed in, or signs in.
  const isAlarms = hash === `#${SCREENS_PART}`;
  if (isAlarms && current) return <Navigate to={screensPath(current)} replace />;
  const returning = returningTo(pathname + search + hash, isAlarms ? undefined : role);
  return <Navigate to={LOGIN} state={isArriving || isAlarms ? returning : undefined} replace />;
}

/** A page for everybody who is signed in. Everybody else comes back to it after the sign-in. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { current } = useSession();
  const { pathname, search } = useLocation();
  if (!current) return <Navigate to={LOGIN} state={returningTo(pathname + search)} replace />;
  return <Shown key={current.userId}>{children}</Shown>;
}

/** From now on the end of the session leaves the page where it is. It has its account as its key: another account's page starts anew. */
function Shown({ children }: { children: ReactNode }) {
  const dispatch = useDispatch();
  useEffect(() => void dispatch(pageShown()), [dispatch]);
  return children;
}
