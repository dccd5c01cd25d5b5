import {
  type Actor,
  AppError,
  type Credentials,
  type OwnPassword,
  portalTexts,
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

  /** Throws `UNAUTHENTICATED`, after the same time, for an unknown name and a wrong password. */
  async verify({ username, password }: Credentials): Promise<VerifiedAccount> {
    // Names that can't exist aren't looked for: to the index some foreign letters are spellings of ours.
    const account = Username.safeParse(username).success ? await this.accounts.findByUsername(username) : null;
    const isRight = await this.passwords.isRight(password, account?.password_hash);
    return verified(isRight ? account : null);
  }

  /**
   * The actor's own; its tokens are worth nothing afterwards. Throws `UNAUTHENTICATED` when the current one is wrong or was changed
   * meanwhile, and `UNAVAILABLE` when not everybody could be told; nothing is changed then.
   */
  async changePassword(actor: Actor, { current_password, password }: OwnPassword): Promise<VerifiedAccount> {
    requireSignedIn(actor);
    const { id } = actor;
    const before = (await this.accounts.find(id))?.password_hash;
    if (!before || !(await this.passwords.isRight(current_password, before))) return verified(null);
    const after = await this.passwords.hash(password);
    return verified(await this.publisher.revoke(id, () => this.accounts.replacePassword(id, before, after)));
  }

  /** Everybody may see it. Null when there is no such account. */
  async logoOf(id: string): Promise<string | null> {
    const account = await this.accounts.find(id);
    return account && account.role !== 'deleted' ? account.logo_url : null;
  }

  /** Makes all tokens of the actor useless. Throws `UNAVAILABLE` when not everybody could be told; they stay good then. */
  async endSessions(actor: Actor): Promise<void> {
    requireSignedIn(actor);
    await this.publisher.revoke(actor.id, () => this.accounts.endSessions(actor.id));
  }
}

function verified(account: AccountDocument | null): VerifiedAccount {
  if (!account || account.role === 'deleted') throw new AppError('UNAUTHENTICATED', portalTexts.login.wrong);
  return { id: account.id as string, role: account.role, credentials_version: account.credentials_version };
}
