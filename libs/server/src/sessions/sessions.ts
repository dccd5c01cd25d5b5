import { type AccountState, accountState, type SignedInActor, TokenClaims } from '@sarafa/contracts';
import { Injectable } from '@nestjs/common';
import { CheckedTokens, refusedToken } from './checked-tokens.js';
import { requireAllAccounts } from './require-accounts.js';
import { StateCache } from '../state/state-cache.js';
import { PublishedKeys } from './tokens.js';

/** The signed-in actor. */
export interface Session {
  readonly actor: SignedInActor;
  /** The time of the sign-in in seconds since 1970. */
  readonly signedInAt: number;
  /** Undefined for a token of the release before. */
  readonly sid: string | undefined;
  readonly username: string;
}

/** A token that was signed this short a time ago may be known before the state that it needs. */
const YOUNG_MS = 10_000;

/** Finds whose token it is, from the published keys and the account's published state, without a call or a query. */
@Injectable()
export class Sessions {
  private readonly checked: CheckedTokens<TokenClaims>;

  constructor(
    private readonly state: StateCache,
    published: PublishedKeys,
  ) {
    this.checked = new CheckedTokens(published, TokenClaims);
  }

  /**
   * The session of an `Authorization` header. Throws `UNAUTHENTICATED`, or `UNAVAILABLE` when it can't be known whether the
   * token is still valid.
   */
  async of(authorization: string | undefined): Promise<Session> {
    const claims = await this.checked.of(authorization);
    const { sub: id, iat, sid } = claims;
    // The current state is needed, because this process may have missed a changed password or a deletion.
    let account = await this.state.loadCurrent(accountState, id);
    // A token can reach this process before the news of its session or of the new password, and its client would forget it.
    const isYoung = Date.now() - iat * 1_000 < YOUNG_MS;
    if (account && isYoung && !isGood(account, claims)) account = await this.state.ask(accountState, id);
    // A client that was refused while NATS is filled again would forget its token.
    if (!account) await requireAllAccounts(this.state);
    if (!account || !isGood(account, claims)) throw refusedToken();
    const { role, username } = account;
    const actor = role === 'admin' ? { role, id, admin_role: account.admin_role } : { role, id };
    return { actor, signedInAt: iat, sid, username };
  }
}

/** A token without a session is one of the release before; an account that says nothing of sessions was published by that. */
function isGood({ role, credentials_version, sessions }: AccountState, claims: TokenClaims): boolean {
  const { sid } = claims;
  if (role !== claims.role || credentials_version !== claims.ver) return false;
  return sid === undefined || sessions === undefined || sessions.includes(sid);
}
