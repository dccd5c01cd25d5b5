import { accountState, type Actor, AppError, texts } from '@sarafa/contracts';
import { requireOwnerOrAdmin } from './actors.js';
import { requireAllAccounts } from './require-accounts.js';
import type { StateCache } from './state-cache.js';

/**
 * Throws `FORBIDDEN` for another shop than the actor's own, `NOT_FOUND` for a shop that doesn't exist, and `UNAVAILABLE` while that
 * can't be known.
 */
export async function requireShop(state: StateCache, actor: Actor, userId: string): Promise<void> {
  requireOwnerOrAdmin(actor, userId);
  const account = await state.load(accountState, userId);
  if (!account) await requireAllAccounts(state);
  if (account?.role !== 'user') throw new AppError('NOT_FOUND', texts.users.notFound);
}
