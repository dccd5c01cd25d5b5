import {
  type AccountRole,
  accountsComplete,
  accountState,
  AppError,
  profilesComplete,
  type PublishedAccount,
  shopDeleted,
  shopProfile,
  texts,
  type StoredRole,
} from '@sarafa/contracts';
import { Events, Metrics, StatePublisher } from '@sarafa/server';
import { DocumentPublisher, type StateValue } from '@sarafa/server/mongo';
import { Inject, Injectable } from '@nestjs/common';
import type { UsersConfig } from '../users.config.js';
import { USERS_CONFIG } from '../users.tokens.js';
import type { Account, AccountDocument } from './account.schema.js';
import { type AccountChanges, AccountsRepository } from './accounts.repository.js';
import { profileOf } from './profile.js';
import { FactorDeadline } from '../factors/factor-deadline.js';
import { sessionsOf } from '../sessions/sessions-of.js';

const DELETIONS_AT_ONCE = 100;
/** A sign-in has taken some of its caller's time already. */
const PUBLISH_MS = 1_000;

/**
 * Keeps the profiles of boards, and the account state that token checks need, equal to the accounts. An admin has no board, and
 * a deleted account has neither: those state keys are tombstones.
 */
@Injectable()
export class AccountsPublisher extends DocumentPublisher<Account> {
  constructor(
    private readonly accounts: AccountsRepository,
    state: StatePublisher,
    private readonly events: Events,
    @Inject(USERS_CONFIG) { SWEEP_MS }: UsersConfig,
    metrics: Metrics,
    private readonly deadline: FactorDeadline,
  ) {
    super('accounts', accounts, state, [shopProfile, accountState], SWEEP_MS, metrics);
  }

  /**
   * Changes an account and publishes the change. A new password invalidates older tokens, so the password is changed only if
   * the change can be published. Null when there is no such account; throws `CONFLICT` when the username is taken.
   */
  async update(role: AccountRole, id: string, changes: AccountChanges): Promise<AccountDocument | null> {
    const change = () => this.accounts.updateByRole(role, id, changes);
    if (changes.password_hash) return this.revoke(id, change);
    const account = await change();
    if (account) await this.publishSoon(account);
    return account;
  }

  /**
   * Publishes a change that gives a right, which is of no use before gateways know of it. When it can't be published, `takeBack`
   * undoes the change, and this throws `UNAVAILABLE`.
   */
  async publishNow(account: AccountDocument | null, takeBack: () => Promise<unknown>): Promise<void> {
    if (!account) return;
    await this.publishWithin(account, PUBLISH_MS).catch(async (error: Error) => {
      this.log.warn(`A sign-in was refused, since KV doesn't take it: ${error.message}`);
      await takeBack();
      throw new AppError('UNAVAILABLE', texts.errors.partDown);
    });
  }

  protected override async turn(): Promise<void> {
    await super.turn();
    const deleted = await this.accounts.listDeleted(DELETIONS_AT_ONCE);
    await Promise.all(deleted.map((account) => this.finishDeletion(account)));
  }

  protected override async completed(): Promise<void> {
    await Promise.all([profilesComplete, accountsComplete].map((stateKey) => this.state.publish(stateKey, '', 1, {})));
  }

  protected valuesOf(account: AccountDocument): StateValue[] {
    const id = account.id as string;
    const { role } = account;
    return [
      { stateKey: shopProfile, id, value: role === 'user' ? profileOf(account) : null },
      { stateKey: accountState, id, value: role === 'deleted' ? null : this.stateOf(account, role) },
    ];
  }

  private stateOf(account: AccountDocument, role: StoredRole): PublishedAccount {
    const { credentials_version, username, logo_url, shop_name } = account;
    const sessions = sessionsOf(account).map(({ id }) => id);
    const factor_due = this.deadline.of(account)?.toISOString();
    return { role, credentials_version, username, logo_url, shop_name, sessions, ...(factor_due && { factor_due }) };
  }

  /** The document is removed last: a deletion that is interrupted starts again from the document. */
  private async finishDeletion(account: AccountDocument): Promise<void> {
    if (!(await this.accounts.claimRemoval(account))) return;
    const id = account.id as string;
    if (account.was === 'user') await this.events.publish(shopDeleted, id, { id });
    await this.forget(id);
    await this.accounts.delete(id);
  }
}
