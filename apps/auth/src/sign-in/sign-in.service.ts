import { setTimeout } from 'node:timers/promises';
import {
  accountState,
  type Actor,
  AppError,
  type ErrorCode,
  type NewSession,
  type OwnPassword,
  type SecondStep,
  type SessionOrigin,
  type SignedIn,
  texts,
  users,
  type VerifiedAccount,
} from '@sarafa/contracts';
import { clientNetwork, isSharedAddress, Metrics, requireSignedIn, RpcClient, StateCache } from '@sarafa/server';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { AuthConfig } from '../auth.config.js';
import { AUTH_CONFIG } from '../auth.tokens.js';
import { PeoplesKeys } from '../signing-keys/rings.js';
import { TokenSigner } from '../signing-keys/token-signer.js';
import { KnownDevicesRepository } from './known-devices.repository.js';
import { type Outcome, SignInCountsRepository, type Whose } from './sign-in-counts.repository.js';
import { WaitingLine } from './waiting-line.js';

const HOUR_S = 3_600;
const DAY_S = 86_400;
/** How long a sign-in waits until its device is remembered. */
const REMEMBER_MS = 500;

/** The outcomes that the metric counts. An attempt whose end nobody can know is not counted. */
const SIGNED_IN = 'ok';
const REFUSALS: Partial<Record<ErrorCode, string>> = { UNAUTHENTICATED: 'wrong', TOO_MANY_REQUESTS: 'slowed' };

/** Who is asked for a second step, at first or because the challenge is over, has only begun; a wrong step is a failed try. */
function outcomeOf({ code, message }: AppError): string | undefined {
  return code === 'SECOND_FACTOR_NEEDED' && message !== texts.factors.needed ? 'wrong' : REFUSALS[code];
}

export interface SignInCall {
  username: string;
  password: string;
  /** The client's address. */
  address: string;
  /** What the device was answered at its last sign-in. */
  device_token?: string | undefined;
  origin?: SessionOrigin | undefined;
  /** A gateway of the release before has none, and can't ask for one. */
  second?: SecondStep | undefined;
}

export interface PasswordCall extends OwnPassword {
  /** The actor's username. */
  username: string;
  /** The client's address. */
  address: string;
  /** The actor's session. */
  sid?: string | undefined;
  origin?: SessionOrigin | undefined;
}

@Injectable()
export class SignInService {
  private readonly log = new Logger(SignInService.name);
  private readonly line = new WaitingLine();
  private readonly tries;
  private readonly lifeS: NewSession['lifeS'];

  constructor(
    @Inject(AUTH_CONFIG) { ADMIN_TOKEN_HOURS, SHOP_TOKEN_DAYS }: AuthConfig,
    private readonly counts: SignInCountsRepository,
    private readonly signer: TokenSigner,
    private readonly keys: PeoplesKeys,
    private readonly rpc: RpcClient,
    private readonly devices: KnownDevicesRepository,
    private readonly state: StateCache,
    metrics: Metrics,
  ) {
    this.lifeS = { admin: wholeSeconds(ADMIN_TOKEN_HOURS * HOUR_S), user: wholeSeconds(SHOP_TOKEN_DAYS * DAY_S) };
    this.tries = metrics.counter({ name: 'sarafa_sign_ins_total', help: 'Tries to sign in.', labelNames: ['outcome'] });
    // Every outcome is counted from 0 on: Prometheus would not see the first wrong password as an increase of a new series.
    for (const outcome of [SIGNED_IN, ...Object.values(REFUSALS)]) this.tries.inc({ outcome }, 0);
  }

  /**
   * Throws `UNAUTHENTICATED`, and `TOO_MANY_REQUESTS` while too many have failed, also for a right password (rule 2.4). A right password
   * whose second step is missing or wrong (`SECOND_FACTOR_NEEDED`) isn't counted against guessing here: users counts wrong codes.
   */
  async signIn(actor: Actor, call: SignInCall): Promise<SignedIn> {
    try {
      const signedIn = await this.signedIn(actor, call);
      this.tries.inc({ outcome: SIGNED_IN });
      return signedIn;
    } catch (error) {
      const outcome = error instanceof AppError && outcomeOf(error);
      if (outcome) this.tries.inc({ outcome });
      throw error;
    }
  }

  /**
   * Changes the actor's own password. Guessing the current password is slowed down as guessing at the sign-in is. A wrong
   * current password is `INVALID_INPUT`, because the session itself is good.
   */
  async changePassword(actor: Actor, { username, address, origin, ...passwords }: PasswordCall): Promise<SignedIn> {
    requireSignedIn(actor);
    try {
      const change = () => this.rpc.call(users.changePassword, { ...passwords, session: this.begun(origin) }, actor);
      // Counted by its session, like a known device's: neither guesses at the name from elsewhere nor those of somebody who has
      // stolen another session must keep the owner from a new password. A token of an earlier release has no session.
      const session = passwords.sid ?? actor.id;
      const whose = { name: nameOf(username), address, device: session, session };
      return await this.session(await this.counted(whose, change), texts.login.passwordChanged);
    } catch (error) {
      throw error instanceof AppError && error.code === 'UNAUTHENTICATED' ? wrongPassword() : error;
    }
  }

  private async signedIn(actor: Actor, call: SignInCall): Promise<SignedIn> {
    const { username, password, address, device_token, origin, second } = call;
    const name = nameOf(username);
    const device = await this.knownDevice(name, device_token);
    const credentials = { username, password, session: this.begun(origin), second };
    const verify = () => this.rpc.call(users.verifyPassword, credentials, actor);
    const account = await this.counted({ name, address, device }, verify);
    const signedIn = await this.session(account, texts.login.done);
    return { ...signedIn, device_token: await this.remembered(name, device_token, account) };
  }

  /** What a device is counted by that has signed in with this name since the account's password is what it is; undefined for others. */
  private async knownDevice(name: string, token: string | undefined): Promise<string | undefined> {
    const device = await this.devices.find(name, token);
    // Where the account's version can't be known, the device counts as an unknown one.
    const account = device && (await this.state.load(accountState, device.account).catch(() => null));
    // The news of a new password may come here later than the first sign-in with it.
    return account && device.credentials_version >= account.credentials_version ? device._id : undefined;
  }

  /** Undefined where the device can't be remembered soon, for which nobody is refused. */
  private async remembered(name: string, token: string | undefined, account: VerifiedAccount): Promise<string | undefined> {
    const remembered = this.devices.remember(name, token, account).catch((error: unknown) => {
      this.log.warn({ msg: 'A device is not remembered', reason: String(error) });
      return undefined;
    });
    return Promise.race([remembered, setTimeout(REMEMBER_MS, undefined, { ref: false })]);
  }

  private async session(account: VerifiedAccount, message: string): Promise<SignedIn> {
    return { token: await this.sign(account), role: account.role, userId: account.id, message };
  }

  /** Runs one attempt when its turn comes, and counts a failed one. */
  private async counted(whose: Whose, attempt: () => Promise<VerifiedAccount>): Promise<VerifiedAccount> {
    const end = () => this.ended(whose);
    await this.line.enter(placeOf(whose), () => this.begin(whose), end);
    return this.verified(whose, attempt);
  }

  /** Whether this attempt may begin; it counts as a failure until it has ended. Throws `TOO_MANY_REQUESTS`. */
  private async begin(whose: Whose): Promise<boolean> {
    const { left, slowed } = await this.counts.begin(whose);
    if (left >= 0) return true;
    await this.counts.end(whose);
    if (slowed) throw new AppError('TOO_MANY_REQUESTS', slowed.text, undefined, Math.max(1, Math.ceil(slowed.ms / 1_000)));
    return false;
  }

  private async verified(whose: Whose, attempt: () => Promise<VerifiedAccount>): Promise<VerifiedAccount> {
    let outcome: Outcome;
    try {
      const account = await attempt();
      outcome = 'succeeded';
      return account;
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') outcome = 'failed';
      throw error;
    } finally {
      const ended = this.ended(whose, outcome);
      // A right password has begun a session. While the database is slow, an answer that waited for the counts would come too late.
      if (outcome !== 'succeeded') await ended;
    }
  }

  /**
   * Throws for a failed attempt that couldn't be counted, because the caller may be told of a failure only if it counts. Any
   * other attempt that stays counted as running expires by itself.
   */
  private async ended(whose: Whose, outcome?: Outcome): Promise<void> {
    try {
      await this.counts.end(whose, outcome);
    } catch (error) {
      if (outcome === 'failed') throw error;
      this.log.warn({ msg: 'An attempt stays counted as running', reason: String(error) });
    } finally {
      this.line.left(placeOf(whose));
    }
  }

  private sign({ id, role, credentials_version, sid }: VerifiedAccount): Promise<string> {
    return this.signer.sign(this.keys, { role, ver: credentials_version, ...(sid ? { sid } : {}) }, id, this.lifeS[role]);
  }

  /** The session that begins with a right password, for as long as its token is good. */
  private begun(origin: SessionOrigin | undefined): NewSession | undefined {
    return origin && { ...origin, lifeS: this.lifeS };
  }
}

/** Of a life of less than a second, one. */
function wholeSeconds(seconds: number): number {
  return Math.max(1, Math.floor(seconds));
}

/** All spellings of one username count together. */
function nameOf(username: string): string {
  return username.toLowerCase();
}

/** Who can't be told apart by the address waits by name, so that the guesses at one name hold up no other. */
function placeOf({ name, address }: Whose): string {
  return isSharedAddress(address) ? name : clientNetwork(address);
}

function wrongPassword(): AppError {
  const message = texts.login.wrongCurrent;
  return new AppError('INVALID_INPUT', message, [{ path: 'current_password', message }]);
}
