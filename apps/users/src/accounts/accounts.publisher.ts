import { profilesComplete, ShopProfile, shopProfile } from '@sarafa/contracts';
import { DocumentPublisher, StatePublisher } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import type { UsersConfig } from '../users.config.js';
import { USERS_CONFIG } from '../users.tokens.js';
import type { Account, AccountDocument } from './account.schema.js';
import { AccountsRepository } from './accounts.repository.js';

/** Keeps the boards' profile slices equal to the shops' accounts. An admin has no board: its slice is a tombstone. */
@Injectable()
export class AccountsPublisher extends DocumentPublisher<Account, ShopProfile> {
  constructor(accounts: AccountsRepository, state: StatePublisher, @Inject(USERS_CONFIG) { SWEEP_MS }: UsersConfig) {
    super(accounts, state, shopProfile, SWEEP_MS);
  }

  protected override async completed(): Promise<void> {
    await this.state.publish(profilesComplete, '', 1, {});
  }

  protected sliceOf(account: AccountDocument): { id: string; value: ShopProfile | null } {
    return { id: account.id as string, value: account.role === 'user' ? profileOf(account) : null };
  }
}

/** zod drops what boards must not see. */
function profileOf(account: AccountDocument): ShopProfile {
  const fields = account.toObject();
  return ShopProfile.parse({
    ...fields,
    id: account.id as string,
    subscription_end_date: fields.subscription_end_date.toISOString(),
  });
}
