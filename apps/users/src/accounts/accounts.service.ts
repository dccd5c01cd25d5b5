import {
  type Actor,
  AppError,
  type Credentials,
  type OwnPassword,
  rolesOf,
  texts,
  Username,
  type VerifiedAccount,
} from '@sarafa/contracts';
import { requireSignedIn } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import type { AccountDocument } from './account.schema.js';
import { AccountsPublisher } from './accounts.publisher.js';
import { AccountsRepository } from './accounts.repository.js';
import { Passwords } from './passwords.js';

@Injectable()
export class AccountsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly publisher: AccountsPublisher,
    private readonly passwords: Passwords,
  ) {}

  /** Throws `UNAUTHENTICATED` for an unknown username and for a wrong password alike, after the same time. */
  async verify({ username, password }: Credentials): Promise<VerifiedAccount> {
    // A name that can't exist isn't looked up, because the index takes some foreign letters for spellings of ours.
    const account = Username.safeParse(username).success ? await this.accounts.findByUsername(username) : null;
    const isRight = await this.passwords.isRight(password, account?.password_hash);
    return verified(isRight ? account : null);
  }

  /**
   * Changes the actor's own password, which invalidates the actor's tokens. Throws `UNAUTHENTICATED` when the current password
   * is wrong or was changed meanwhile, and `UNAVAILABLE` when the change can't be published; nothing has changed then.
   */
  async changePassword(actor: Actor, { current_password, password }: OwnPassword): Promise<VerifiedAccount> {
    requireSignedIn(actor);
    const { id } = actor;
    const before = (await this.accounts.find(id))?.password_hash;
    if (!before || !(await this.passwords.isRight(current_password, before))) return verified(null);
    const after = await this.passwords.hash(password);
    return verified(await this.publisher.revoke(id, () => this.accounts.replacePassword(id, before, after)));
  }

  /** Anybody may ask. Null when there is no such account. */
  async logoOf(id: string): Promise<string | null> {
    const account = await this.accounts.find(id);
    return account && account.role !== 'deleted' ? account.logo_url : null;
  }

  /**
   * Invalidates all tokens of the actor. Throws `UNAVAILABLE` when the change can't be published; the tokens stay good then.
   */
  async endSessions(actor: Actor): Promise<void> {
    requireSignedIn(actor);
    await this.publisher.revoke(actor.id, () => this.accounts.endSessions(actor.id));
  }
}

function verified(account: AccountDocument | null): VerifiedAccount {
  if (!account || account.role === 'deleted') throw new AppError('UNAUTHENTICATED', texts.login.wrong);
  const { role } = rolesOf(account.role);
  return { id: account.id as string, role, credentials_version: account.credentials_version };
}
