import {
  accountsComplete,
  accountState,
  AppError,
  portalTexts,
  type SignedInActor,
  texts,
  TokenClaims,
} from '@sarafa/contracts';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { StateCache } from './state-cache.js';
import { PublishedKeys } from './tokens.js';

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;
/** Tokens whose signature was checked; a signature costs more than all else of a request. */
const MAX_CHECKED = 20_000;

/** Who asks, and when that person signed in; seconds since 1970. */
export interface Session {
  readonly actor: SignedInActor;
  readonly signedInAt: number;
}

/** Tells whose token it is, from the published keys and the account's published state: no call, no database. */
@Injectable()
export class Sessions {
  private checked = new Map<string, TokenClaims>();
  /** Those that have checked them. */
  private keys?: ReadonlyMap<string, unknown>;

  constructor(
    private readonly state: StateCache,
    private readonly published: PublishedKeys,
    private readonly tokens: JwtService,
  ) {}

  /** Of an `Authorization` header. Throws `UNAUTHENTICATED`, or `UNAVAILABLE` when it can't be known whether the token still counts. */
  async of(authorization: string | undefined): Promise<Session> {
    const token = BEARER.exec(authorization ?? '')?.[1];
    if (!token) throw refused();
    const { sub: id, role, ver, exp, iat } = await this.claimsOf(token);
    if (exp * 1_000 <= Date.now()) throw refused();
    // Current: else nobody here may have heard that a password was changed or an account deleted.
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

  /** A key that is published no more takes all its tokens with it. */
  private async forgetSpentKeys(): Promise<void> {
    const keys = await this.published.current();
    if (this.keys !== keys) this.checked = new Map();
    this.keys = keys;
  }

  /** A NATS that is being filled again knows no account yet: who was told "no" would be signed out. */
  private async whyNoAccount(): Promise<AppError> {
    return (await this.state.ask(accountsComplete, '')) ? refused() : unavailable();
  }
}

function refused(): AppError {
  return new AppError('UNAUTHENTICATED', portalTexts.access.signIn);
}

function unavailable(): AppError {
  return new AppError('UNAVAILABLE', texts.errors.partDown);
}
