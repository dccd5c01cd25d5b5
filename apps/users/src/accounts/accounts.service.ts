import {
  type Actor,
  AppError,
  type Credentials,
  type PasswordChange,
  texts,
  Username,
  type VerifiedAccount,
} from '@sarafa/contracts';
import { currentRequest, isFreshSignIn, requireSignedIn } from '@sarafa/server';
import { Injectable, Logger } from '@nestjs/common';
import type { AccountDocument } from './account.schema.js';
import { UsersAudit } from '../audit/users-audit.repository.js';
import { AccountsPublisher } from './accounts.publisher.js';
import { AccountsRepository } from './accounts.repository.js';
import { Passwords } from './passwords.js';
import { SecondSteps } from '../factors/second-steps.js';
import { SessionsService, verified } from '../sessions/sessions.service.js';

@Injectable()
export class AccountsService {
  private readonly log = new Logger(AccountsService.name);

  constructor(
    private readonly accounts: AccountsRepository,
    private readonly publisher: AccountsPublisher,
    private readonly passwords: Passwords,
    private readonly sessions: SessionsService,
    private readonly audit: UsersAudit,
    private readonly secondSteps: SecondSteps,
  ) {}

  /**
   * Throws `UNAUTHENTICATED` for an unknown username and for a wrong password alike, after the same time. The session begins with
   * the check, so that nobody who may only begin sessions can pass over it. Of a second step only a right password hears.
   */
  async verify({ username, password, ...given }: Credentials): Promise<VerifiedAccount> {
    // A name that can't exist isn't looked up, because the index takes some foreign letters for spellings of ours.
    const account = Username.safeParse(username).success ? await this.accounts.findByUsername(username) : null;
    const isRight = await this.passwords.isRight(password, account?.password_hash);
    if (isRight && account) return this.secondSteps.signIn(account, given);
    await this.logFailure(account);
    return verified(null);
  }

  /**
   * Changes the actor's own password, which invalidates the actor's tokens and ends all sessions but `sid`. Throws
   * `UNAUTHENTICATED` when the current password is wrong or was changed meanwhile, and `UNAVAILABLE` when the change can't be
   * published; nothing has changed then. The answer's token is as good as a fresh sign-in, so an account with a second step needs one
   * (`FORBIDDEN`), and an admin whose grace for a second step is over gets none.
   */
  async changePassword(actor: Actor, { current_password, password, session, sid }: PasswordChange): Promise<VerifiedAccount> {
    requireSignedIn(actor);
    const account = await this.accounts.find(actor.id);
    if (!account || !(await this.passwords.isRight(current_password, account.password_hash))) {
      await this.logFailure(account);
      return verified(null);
    }
    await this.secondSteps.requireInTime(account);
    // A call without a token counts as none of a fresh sign-in here: a gateway of the release before would get a fresh token for it.
    const isFresh = isFreshSignIn(currentRequest()?.call?.signedInAt ?? 0);
    if (account.factors?.length && !isFresh) throw new AppError('FORBIDDEN', texts.login.freshNeeded);
    return this.sessions.replacePassword(account, await this.passwords.hashNew(password), session, sid);
  }

  /** A failure that can't be logged is one all the same: auth counts only what it is told is a wrong password. */
  private async logFailure(account: AccountDocument | null): Promise<void> {
    await this.audit.signInFailed(account).catch((error: unknown) => this.log.error({ err: error }));
  }

  /** Anybody may ask. Null when there is no such account. */
  async logoOf(id: string): Promise<string | null> {
    const account = await this.accounts.find(id);
    return account && account.role !== 'deleted' ? account.logo_url : null;
  }

  /**
   * Invalidates all tokens of the actor, and ends all sessions. Throws `UNAVAILABLE` when the change can't be published; the tokens stay good then.
   */
  async endSessions(actor: Actor): Promise<void> {
    requireSignedIn(actor);
    await this.publisher.revoke(actor.id, () => this.accounts.endSessions(actor.id));
  }
}
