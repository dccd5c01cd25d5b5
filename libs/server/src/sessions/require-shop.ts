import { type AccountState, accountState, type Actor, AppError, texts } from '@sarafa/contracts';
import { requireOwnerOrAdmin } from './actors.js';
import { requireAllAccounts } from './require-accounts.js';
import type { StateCache } from '../state/state-cache.js';

/**
 * Answers the shop's account. Throws `FORBIDDEN` for another shop than the actor's own, `NOT_FOUND` for a shop that doesn't exist, and `UNAVAILABLE` while that
 * can't be known.
 */
export async function requireShop(state: StateCache, actor: Actor, userId: string): Promise<AccountState> {
  requireOwnerOrAdmin(actor, userId);
  const account = await state.load(accountState, userId);
  if (!account) await requireAllAccounts(state);
  if (account?.role !== 'user') throw new AppError('NOT_FOUND', texts.users.notFound);
  return account;
}

/** A shop's account as the log of changes names it. Pass it as a literal: it is what somebody has typed. */
export function shopNameOf({ shop_name, username }: AccountState): string {
  return shop_name || username;
}
