import { accountsComplete, accountState, AppError, type SignedInActor, texts, TokenClaims } from '@sarafa/contracts';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { StateCache } from './state-cache.js';
import { PublishedKeys } from './tokens.js';

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;
/**
 * The number of tokens whose checked signature is remembered, because checking a signature costs more than all the rest of a
 * request.
 */
const MAX_CHECKED = 20_000;

/** The signed-in actor, and the time of the sign-in in seconds since 1970. */
export interface Session {
  readonly actor: SignedInActor;
  readonly signedInAt: number;
}

/** Finds whose token it is, from the published keys and the account's published state, without a call or a query. */
@Injectable()
export class Sessions {
  private checked = new Map<string, TokenClaims>();
  /** The keys with which the tokens in `checked` were verified. */
  private keys?: ReadonlyMap<string, unknown>;

  constructor(
    private readonly state: StateCache,
    private readonly published: PublishedKeys,
    private readonly tokens: JwtService,
  ) {}

  /**
   * The session of an `Authorization` header. Throws `UNAUTHENTICATED`, or `UNAVAILABLE` when it can't be known whether the
   * token is still valid.
   */
  async of(authorization: string | undefined): Promise<Session> {
    const token = BEARER.exec(authorization ?? '')?.[1];
    if (!token) throw refused();
    const { sub: id, role, ver, exp, iat } = await this.claimsOf(token);
    if (exp * 1_000 <= Date.now()) throw refused();
    // The current state is needed, because this process may have missed a changed password or a deletion.
    const account = await this.state.loadCurrent(accountState, id);
    if (!account) throw await this.whyNoAccount();
    if (account.role !== role || account.credentials_version !== ver) throw refused();
    return { actor: { role, id }, signedInAt: iat };
  }

  private async claimsOf(token: string): Promise<TokenClaims> {
    await this.forgetSpentKeys();
    const known = this.checked.get(token);
    if (known) return known;
    const claims = await this.tokens.verifyAsync<object>(token).then(
      (payload) => TokenClaims.safeParse(payload).data,
      (error: unknown) => {
        if (error instanceof AppError) throw error;
      },
    );
    if (!claims) throw refused();
    if (this.checked.size >= MAX_CHECKED) this.checked.clear();
    this.checked.set(token, claims);
    return claims;
  }

  /** When a key is no longer published, the tokens that it signed become invalid. */
  private async forgetSpentKeys(): Promise<void> {
    const keys = await this.published.current();
    if (this.keys !== keys) this.checked = new Map();
    this.keys = keys;
  }

  /** While NATS is being filled again, no account is known yet; a client that was refused now would forget its token. */
  private async whyNoAccount(): Promise<AppError> {
    return (await this.state.ask(accountsComplete, '')) ? refused() : unavailable();
  }
}

function refused(): AppError {
  return new AppError('UNAUTHENTICATED', texts.access.signIn);
}

function unavailable(): AppError {
  return new AppError('UNAVAILABLE', texts.errors.partDown);
}
