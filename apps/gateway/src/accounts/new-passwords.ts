import { AppError, texts } from '@sarafa/contracts';
import type { Session } from '@sarafa/server';
import { requireFresh } from '../access.js';

/**
 * Whether an account may get this password, which is none where the form leaves it empty. Throws `CURRENT_PASSWORD_NEEDED` for
 * one's own account, and `FRESH_SIGN_IN_NEEDED` for another's: a stolen token must not become a password (rules 2.15 and 2.17).
 */
export function requireMaySetPassword(session: Session, id: string, password: string | undefined): void {
  if (password === undefined) return;
  if (id === session.actor.id) throw new AppError('CURRENT_PASSWORD_NEEDED', texts.login.currentNeeded);
  requireFresh(session);
}
