import { AppError, ScreenTokenClaims, siteScreenJwks, texts } from '@sarafa/contracts';
import type { ZodType } from 'zod';
import type { StateCache } from '../state/state-cache.js';
import { PublishedKeys, tokenService } from './tokens.js';

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;
/**
 * The number of tokens whose checked signature is remembered, because checking a signature costs more than all the rest of a
 * request.
 */
const MAX_CHECKED = 20_000;

/** Checks tokens of one kind, those whose claims are a `C`, against the published keys. */
export class CheckedTokens<C extends { readonly exp: number }> {
  private checked = new Map<string, C>();
  /** The keys with which the tokens in `checked` were verified. */
  private keys?: ReadonlyMap<string, unknown>;
  private readonly tokens: ReturnType<typeof tokenService>;

  constructor(
    private readonly published: PublishedKeys,
    private readonly claims: ZodType<C>,
  ) {
    this.tokens = tokenService(published);
  }

  /**
   * The claims of the token in an `Authorization` header that hasn't ended. Throws `UNAUTHENTICATED`, or `UNAVAILABLE` while the
   * keys can't be known.
   */
  async of(authorization: string | undefined): Promise<C> {
    const token = BEARER.exec(authorization ?? '')?.[1];
    if (!token) throw refusedToken();
    const claims = await this.claimsOf(token);
    if (claims.exp * 1_000 <= Date.now()) throw refusedToken();
    return claims;
  }

  private async claimsOf(token: string): Promise<C> {
    await this.forgetSpentKeys();
    const known = this.checked.get(token);
    if (known) return known;
    const claims = await this.tokens.verifyAsync<object>(token).then(
      (payload) => this.claims.safeParse(payload).data,
      (error: unknown) => {
        if (error instanceof AppError) throw error;
      },
    );
    if (!claims) throw refusedToken();
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
}

/** Checks screens' tokens, which keys of their own sign. */
export function screenTokens(state: StateCache): CheckedTokens<ScreenTokenClaims> {
  return new CheckedTokens(new PublishedKeys(state, siteScreenJwks), ScreenTokenClaims);
}

/** What the bearer of a token is told that isn't good. */
export function refusedToken(): AppError {
  return new AppError('UNAUTHENTICATED', texts.access.signIn);
}
