import type { AccountDocument } from '../accounts/account.schema.js';
import type { StoredSession } from './session.schema.js';

/** The sessions of an account that go on. */
export function sessionsOf({ sessions = [], credentials_version }: AccountDocument): StoredSession[] {
  const now = Date.now();
  return sessions.filter(({ version, ends_at }) => version === credentials_version && ends_at.getTime() > now);
}
