import { createPrivateKey, type JsonWebKey } from 'node:crypto';
import {
  type Actor,
  AppError,
  type ErrorCode,
  type OwnPassword,
  portalTexts,
  type SignedIn,
  users,
  type VerifiedAccount,
} from '@sarafa/contracts';
import { clientNetwork, Metrics, requireSignedIn, RpcClient } from '@sarafa/server';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
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

export interface PasswordCall extends OwnPassword {
  /** The actor's. */
  username: string;
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
    private readonly tokens: JwtService,
    private readonly rpc: RpcClient,
    metrics: Metrics,
  ) {
    this.tries = metrics.counter({ name: 'sarafa_sign_ins_total', help: 'Tries to sign in.', labelNames: ['outcome'] });
    // There from the start, or the first wrong password would be no increase.
    for (const outcome of [SIGNED_IN, ...Object.values(REFUSALS)]) this.tries.inc({ outcome }, 0);
  }

  /** Throws `UNAUTHENTICATED`, and `TOO_MANY_REQUESTS` while too many have failed, also for a right password (rule 2.4). */
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

  /**
   * Of the actor itself, by its current one: whoever guesses that is slowed down like whoever guesses at the sign-in. Throws
   * `INVALID_INPUT` when it is wrong: the session is good all the same.
   */
  async changePassword(actor: Actor, { username, address, ...passwords }: PasswordCall): Promise<SignedIn> {
    requireSignedIn(actor);
    try {
      const change = () => this.rpc.call(users.changePassword, passwords, actor);
      return await this.session(await this.counted(username, address, change), portalTexts.login.passwordChanged);
    } catch (error) {
      throw error instanceof AppError && error.code === 'UNAUTHENTICATED' ? wrongPassword() : error;
    }
  }

  private async signedIn(actor: Actor, { username, password, address }: SignInCall): Promise<SignedIn> {
    const verify = () => this.rpc.call(users.verifyPassword, { username, password }, actor);
    return this.session(await this.counted(username, address, verify), portalTexts.login.done);
  }

  private async session(account: VerifiedAccount, message: string): Promise<SignedIn> {
    return { token: await this.sign(account), role: account.role, userId: account.id, message };
  }

  /** One try of a password: in its turn, and counted where it fails. */
  private async counted(username: string, address: string, attempt: () => Promise<VerifiedAccount>): Promise<VerifiedAccount> {
    // Spellings of one username count together.
    const whose = { name: username.toLowerCase(), network: clientNetwork(address) };
    await this.line.enter(whose.network, () => this.begin(whose));
    return this.verified(whose, attempt);
  }

  /** Whether this try may begin: it counts as one that fails until it has ended. Throws `TOO_MANY_REQUESTS`. */
  private async begin(whose: Whose): Promise<boolean> {
    const { left, slowedMs } = await this.counts.begin(whose);
    if (left >= 0) return true;
    await this.counts.end(whose, false);
    if (slowedMs !== undefined) throw slowedDown(slowedMs);
    return false;
  }

  private async verified(whose: Whose, attempt: () => Promise<VerifiedAccount>): Promise<VerifiedAccount> {
    let hasFailed = false;
    try {
      return await attempt();
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
    const privateKey = createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' });
    return this.tokens.signAsync({ role, ver: credentials_version }, { privateKey, keyid: kid, subject: id, expiresIn: lifeS });
  }
}

function slowedDown(resetMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(resetMs / 1_000));
  return new AppError('TOO_MANY_REQUESTS', portalTexts.login.slowedDown, undefined, seconds);
}

function wrongPassword(): AppError {
  const message = portalTexts.login.wrongCurrent;
  return new AppError('INVALID_INPUT', message, [{ path: 'current_password', message }]);
}
