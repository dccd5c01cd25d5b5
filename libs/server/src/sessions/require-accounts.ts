import { accountsComplete, AppError, texts } from '@sarafa/contracts';
import type { StateCache } from '../state/state-cache.js';

/**
 * Throws `UNAVAILABLE` while a NATS that has lost its data is being filled again: until users has published all accounts, nobody
 * can say that one doesn't exist.
 */
export async function requireAllAccounts(state: StateCache): Promise<void> {
  if ((await state.ask(accountsComplete, '')) === null) throw new AppError('UNAVAILABLE', texts.errors.partDown);
}
