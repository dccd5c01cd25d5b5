import { type Actor, AppError, type Credentials, portalTexts, Username, type VerifiedAccount } from '@sarafa/contracts';
import { requireSignedIn } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
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
    if (!account || account.role === 'deleted' || !isRight) throw new AppError('UNAUTHENTICATED', portalTexts.login.wrong);
    return { id: account.id as string, role: account.role, credentials_version: account.credentials_version };
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
