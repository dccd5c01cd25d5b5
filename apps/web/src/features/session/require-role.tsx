import type { AccountRole } from '@sarafa/contracts';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { LOGIN } from '../../shared/links.js';
import { useSession } from '../../shared/session.js';

/** The screens of one role; for everybody else the sign-in screen (rule 10.1). */
export function RequireRole({ role, children }: { role: AccountRole; children: ReactNode }) {
  const { current } = useSession();
  return current?.role === role ? children : <Navigate to={LOGIN} replace />;
}
