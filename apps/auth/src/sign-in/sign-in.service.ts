import {
  type Actor,
  AppError,
  type Credentials,
  type ErrorCode,
  portalTexts,
  type SignedIn,
  TOKEN_ISSUER,
  users,
  type VerifiedAccount,
} from '@sarafa/contracts';
import { clientNetwork, Metrics, RpcClient } from '@sarafa/server';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { importJWK, SignJWT } from 'jose';
import type { AuthConfig } from '../auth.config.js';
import { AUTH_CONFIG } from '../auth.tokens.js';
import { SigningKeys } from '../signing-keys/signing-keys.js';
import { SignInCountsRepository, type Whose } from './sign-in-counts.repository.js';
import { WaitingLine } from './waiting-line.js';

const HOUR_S = 3_600;
const DAY_S = 86_400;

/** Outcomes as they are counted. While nobody can say how a try ended, it has none. */
const SIGNED_IN = 'ok';
const REFUSALS: Partial<Record<ErrorCode, string>> = { UNAUTHENTICATED: 'wrong', TOO_MANY_REQUESTS: 'slowed' };

export interface SignInCall {
  username: string;
  password: string;
  /** Of the client. */
  address: string;
}

@Injectable()
export class SignInService {
  private readonly log = new Logger(SignInService.name);
  private readonly line = new WaitingLine();
  private readonly tries;

  constructor(
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly counts: SignInCountsRepository,
    private readonly keys: SigningKeys,
    private readonly rpc: RpcClient,
    metrics: Metrics,
  ) {
    this.tries = metrics.counter({ name: 'sarafa_sign_ins_total', help: 'Tries to sign in.', labelNames: ['outcome'] });
    // There from the start, or the first wrong password would be no increase.
    for (const outcome of [SIGNED_IN, ...Object.values(REFUSALS)]) this.tries.inc({ outcome }, 0);
  }

  /** Throws `UNAUTHENTICATED`, and `TOO_MANY_REQUESTS` while too many have failed, also for a right password (rulings 2). */
  async signIn(actor: Actor, call: SignInCall): Promise<SignedIn> {
    try {
      const signedIn = await this.signedIn(actor, call);
      this.tries.inc({ outcome: SIGNED_IN });
      return signedIn;
    } catch (error) {
      const outcome = error instanceof AppError && REFUSALS[error.code];
      if (outcome) this.tries.inc({ outcome });
      throw error;
    }
  }

  private async signedIn(actor: Actor, call: SignInCall): Promise<SignedIn> {
    // Spellings of one username count together.
    const name = call.username.toLowerCase();
    const whose = { name, network: clientNetwork(call.address) };
    await this.line.enter(whose.network, () => this.begin(whose));
    const account = await this.verified(actor, whose, call);
    const token = await this.sign(account);
    return { token, role: account.role, userId: account.id, message: portalTexts.login.done };
  }

  /** Whether this try may begin: it counts as one that fails until it has ended. Throws `TOO_MANY_REQUESTS`. */
  private async begin(whose: Whose): Promise<boolean> {
    const { left, slowedMs } = await this.counts.begin(whose);
    if (left >= 0) return true;
    await this.counts.end(whose, false);
    if (slowedMs !== undefined) throw slowedDown(slowedMs);
    return false;
  }

  private async verified(actor: Actor, whose: Whose, { username, password }: Credentials): Promise<VerifiedAccount> {
    let hasFailed = false;
    try {
      return await this.rpc.call(users.verifyPassword, { username, password }, actor);
    } catch (error) {
      hasFailed = error instanceof AppError && error.code === 'UNAUTHENTICATED';
      throw error;
    } finally {
      await this.ended(whose, hasFailed);
    }
  }

  /** Without the database a failure isn't told: it couldn't be counted. What else is left counted as running ends by itself. */
  private async ended(whose: Whose, hasFailed: boolean): Promise<void> {
    try {
      await this.counts.end(whose, hasFailed);
    } catch (error) {
      if (hasFailed) throw error;
      this.log.warn({ reason: String(error) });
    } finally {
      this.line.left(whose.network);
    }
  }

  private async sign({ id, role, credentials_version }: VerifiedAccount): Promise<string> {
    const { ADMIN_TOKEN_HOURS, SHOP_TOKEN_DAYS } = this.config;
    const lifeS = Math.floor(role === 'admin' ? ADMIN_TOKEN_HOURS * HOUR_S : SHOP_TOKEN_DAYS * DAY_S);
    const { kid, jwk } = await this.keys.signing();
    const now = Math.floor(Date.now() / 1_000);
    return new SignJWT({ role, ver: credentials_version })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setSubject(id)
      .setIssuer(TOKEN_ISSUER)
      .setIssuedAt(now)
      .setExpirationTime(now + lifeS)
      .sign(await importJWK(jwk, 'ES256'));
  }
}

function slowedDown(resetMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(resetMs / 1_000));
  return new AppError('TOO_MANY_REQUESTS', portalTexts.login.slowedDown, undefined, seconds);
}
