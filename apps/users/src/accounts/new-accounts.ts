import { AppError, type SignedInActor, texts } from '@sarafa/contracts';
import { Injectable } from '@nestjs/common';
import type { AccountDocument } from './account.schema.js';
import { AccountsPublisher } from './accounts.publisher.js';
import { AccountsRepository, type NewAccount } from './accounts.repository.js';
import { Passwords } from './passwords.js';

/** An account that is to be made, as it is asked for over the bus. */
export interface Creation<T> {
  id: string;
  fields: T;
  logo_url?: string | undefined;
  key?: string | undefined;
}

type AccountToMake = Omit<NewAccount, 'password_hash' | 'created_by' | 'created_by_key'> & { password: string };

/** Makes accounts, each once: a repetition with its key answers the one that is there. */
@Injectable()
export class NewAccounts {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly publisher: AccountsPublisher,
    private readonly passwords: Passwords,
  ) {}

  /** Throws `CONFLICT` when the username is taken, and when the key has made another account. */
  async make(actor: SignedInActor, key: string | undefined, account: AccountToMake): Promise<AccountDocument> {
    const made = (await this.madeBefore(actor, key, account)) ?? (await this.create(actor, key, account));
    await this.publisher.publishSoon(made);
    return made;
  }

  private async create(
    actor: SignedInActor,
    key: string | undefined,
    { password, ...account }: AccountToMake,
  ): Promise<AccountDocument> {
    const password_hash = await this.passwords.hash(password);
    // In one write with the account: between the two nothing can be lost.
    const by = key === undefined ? {} : { created_by: actor.id, created_by_key: key };
    try {
      return await this.accounts.create({ ...account, ...by, password_hash });
    } catch (error) {
      // The first try may have been under way still when this one looked.
      const made = await this.madeBefore(actor, key, account);
      if (made) return made;
      throw error;
    }
  }

  private async madeBefore(
    { id }: SignedInActor,
    key: string | undefined,
    { role, username }: Pick<NewAccount, 'role' | 'username'>,
  ): Promise<AccountDocument | null> {
    const made = key === undefined ? null : await this.accounts.findMade(id, key);
    if (made && (made.role !== role || made.username !== username)) throw new AppError('CONFLICT', texts.errors.keyUsed);
    return made;
  }
}
