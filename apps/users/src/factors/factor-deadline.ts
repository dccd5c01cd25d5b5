import { AppError, texts } from '@sarafa/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { AccountDocument } from '../accounts/account.schema.js';
import type { UsersConfig } from '../users.config.js';
import { USERS_CONFIG } from '../users.tokens.js';
import { FactorsRepository } from './factors.repository.js';

/**
 * Where `ADMIN_SECOND_FACTOR` is `required`, an admin without a second step is refused once the grace is over. It begins when users
 * first starts so, or finds the admin, and once more with a reset. The time stands in the account, and goes when it is required no more.
 */
@Injectable()
export class FactorDeadline {
  private readonly isRequired: boolean;

  constructor(
    private readonly factors: FactorsRepository,
    @Inject(USERS_CONFIG) { ADMIN_SECOND_FACTOR }: UsersConfig,
  ) {
    this.isRequired = ADMIN_SECOND_FACTOR === 'required';
  }

  /** At a start. */
  async prepare(): Promise<void> {
    await (this.isRequired ? this.factors.expect() : this.factors.expectNone());
  }

  /** Whether the last second step of this account has to stay. */
  isNeededBy({ role }: AccountDocument): boolean {
    return this.isRequired && role !== 'user';
  }

  /** From when on the account is refused unless it gets a second step. */
  of(account: AccountDocument): Date | undefined {
    return this.isNeededBy(account) && !account.factors?.length ? account.factor_due : undefined;
  }

  /** Throws `FORBIDDEN` for an account whose grace is over. An admin who was made since the start gets one here. */
  async require(account: AccountDocument): Promise<void> {
    if (!this.isNeededBy(account) || account.factors?.length) return;
    if (!account.factor_due) return this.prepare();
    if (account.factor_due.getTime() <= Date.now()) throw new AppError('FORBIDDEN', texts.factors.overdue);
  }
}
