import type { AccountRole } from '@sarafa/contracts';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { LOGIN } from '../../shared/links.js';
import { useSession } from '../../shared/session.js';

/** Spec 2: one role's screens, for everybody else the sign-in screen. */
export function RequireRole({ role, children }: { role: AccountRole; children: ReactNode }) {
  const { current } = useSession();
  return current?.role === role ? children : <Navigate to={LOGIN} replace />;
}
