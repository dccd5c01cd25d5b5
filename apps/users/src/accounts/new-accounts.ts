import { AppError, newShop, type SignedInActor, texts } from '@sarafa/contracts';
import { madeEntry } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { aboutNew, AUDITED } from '../audit/audited-accounts.js';
import type { AccountDocument } from './account.schema.js';
import { AccountsPublisher } from './accounts.publisher.js';
import { AccountsRepository, type NewAccount } from './accounts.repository.js';
import { Passwords } from './passwords.js';

/** A request over the bus to make an account. */
export interface Creation<T> {
  id: string;
  fields: T;
  logo_url?: string | undefined;
  key?: string | undefined;
}

/** A request over the bus to change one. */
export interface Change<T> {
  id: string;
  fields: T;
  logo_url?: string | undefined;
}

type AccountToMake = Omit<NewAccount, 'password_hash' | 'created_by' | 'created_by_key'> & { password: string };

/** The `rev` of a document that was never changed. */
const FIRST_REV = 1;

/** Makes each account once: a repetition with the same key answers the account that the first request made. */
@Injectable()
export class NewAccounts {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly publisher: AccountsPublisher,
    private readonly passwords: Passwords,
  ) {}

  /** Throws `CONFLICT` when the username is taken, or when the key has made an account with other content. */
  async make(actor: SignedInActor, key: string | undefined, account: AccountToMake): Promise<AccountDocument> {
    const made = (await this.madeBefore(actor, key, account)) ?? (await this.create(actor, key, account));
    await this.publisher.publishSoon(made);
    return made;
  }

  private async create(actor: SignedInActor, key: string | undefined, wanted: AccountToMake): Promise<AccountDocument> {
    const { password, ...account } = wanted;
    const password_hash = await this.passwords.hashNew(password);
    // The key is written together with the account, so that nothing can fail between the two.
    const by = key === undefined ? {} : { created_by: actor.id, created_by_key: key };
    try {
      return await this.accounts.create({ ...account, ...by, password_hash, ...madeEntry(AUDITED, aboutNew(account)) });
    } catch (error) {
      // The first request may still have been running when this one looked.
      const made = await this.madeBefore(actor, key, wanted);
      if (made) return made;
      throw error;
    }
  }

  private async madeBefore(
    { id }: SignedInActor,
    key: string | undefined,
    wanted: AccountToMake,
  ): Promise<AccountDocument | null> {
    const made = key === undefined ? null : await this.accounts.findMade(id, key);
    if (made && !(await this.isSame(made, wanted))) throw new AppError('CONFLICT', texts.errors.keyUsed);
    return made;
  }

  /**
   * Whether a repetition asks for what was made. Whoever corrects a form after a lost answer must not be told that the corrected
   * account was made. An account that was changed since doesn't say with what it was made, and two logos can't be compared, because
   * each upload has an address of its own.
   */
  private async isSame(made: AccountDocument, { role, username, password, ...wanted }: AccountToMake): Promise<boolean> {
    const { shop_name = newShop.shop_name, logo_url = newShop.logo_url } = wanted;
    if (made.role !== role || made.username !== username) return false;
    if (made.rev > FIRST_REV) return true;
    if (made.shop_name !== shop_name || Boolean(made.logo_url) !== Boolean(logo_url)) return false;
    return this.passwords.isRight(password, made.password_hash);
  }
}
