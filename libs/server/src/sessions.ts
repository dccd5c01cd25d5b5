import { accountState, type SignedInActor, TokenClaims } from '@sarafa/contracts';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { CheckedTokens, refusedToken } from './checked-tokens.js';
import { requireAllAccounts } from './require-accounts.js';
import { StateCache } from './state-cache.js';
import { PublishedKeys } from './tokens.js';

/** The signed-in actor, and the time of the sign-in in seconds since 1970. */
export interface Session {
  readonly actor: SignedInActor;
  readonly signedInAt: number;
}

/** Finds whose token it is, from the published keys and the account's published state, without a call or a query. */
@Injectable()
export class Sessions {
  private readonly checked: CheckedTokens<TokenClaims>;

  constructor(
    private readonly state: StateCache,
    published: PublishedKeys,
    tokens: JwtService,
  ) {
    this.checked = new CheckedTokens(published, tokens, TokenClaims);
  }

  /**
   * The session of an `Authorization` header. Throws `UNAUTHENTICATED`, or `UNAVAILABLE` when it can't be known whether the
   * token is still valid.
   */
  async of(authorization: string | undefined): Promise<Session> {
    const { sub: id, role, ver, iat } = await this.checked.of(authorization);
    // The current state is needed, because this process may have missed a changed password or a deletion.
    const account = await this.state.loadCurrent(accountState, id);
    // A client that was refused while NATS is filled again would forget its token.
    if (!account) await requireAllAccounts(this.state);
    if (!account || account.role !== role || account.credentials_version !== ver) throw refusedToken();
    const { role: kind } = account;
    const actor = kind === 'admin' ? { role: kind, id, admin_role: account.admin_role } : { role: kind, id };
    return { actor, signedInAt: iat };
  }
}
