import { AppError, type Credentials, type SecondStep, texts, type VerifiedAccount } from '@sarafa/contracts';
import { Injectable, Logger } from '@nestjs/common';
import type { AccountDocument } from '../accounts/account.schema.js';
import { UsersAudit } from '../audit/users-audit.repository.js';
import { SessionsService, verified } from '../sessions/sessions.service.js';
import { FactorDeadline } from './factor-deadline.js';
import type { StoredFactor } from './factor.schema.js';
import { FactorsRepository, type Proof, proofOf, type Try, WITHOUT_FACTORS } from './factors.repository.js';
import { counterAfter, passkeysOf, requestFor, siteOf } from './passkeys.js';
import { recoveryHash } from './recovery-codes.js';
import { isTotpCode, plainCode, stepOf } from './totp.js';

type Given = Pick<Credentials, 'session' | 'second'>;

/** What comes after a right password: the second step of the accounts that have one, and the session that begins only with it. */
@Injectable()
export class SecondSteps {
  private readonly log = new Logger(SecondSteps.name);

  constructor(
    private readonly factors: FactorsRepository,
    private readonly sessions: SessionsService,
    private readonly deadline: FactorDeadline,
    private readonly audit: UsersAudit,
  ) {}

  /** Throws `FORBIDDEN` for an admin who needs a second step and has none, once the grace is over. */
  requireInTime(account: AccountDocument): Promise<void> {
    return this.deadline.require(account);
  }

  /**
   * Throws `SECOND_FACTOR_NEEDED` until the second step comes, `TOO_MANY_REQUESTS` after too many wrong codes, also for a right one,
   * and `FORBIDDEN` for an admin who needs a second step and has none. An auth of the release before couldn't ask for it, and gets
   * `UNAVAILABLE`.
   */
  async signIn(account: AccountDocument, { session, second }: Given): Promise<VerifiedAccount> {
    await this.deadline.require(account);
    if (!account.factors?.length) {
      return session ? this.begun(await this.sessions.begin(account, session, WITHOUT_FACTORS)) : verified(account);
    }
    if (!second || !session) throw new AppError('UNAVAILABLE', texts.errors.partDown);
    if (second.code === undefined && second.passkey === undefined)
      throw await this.needed(account, second, texts.factors.needed);
    const tried = await this.factors.begin(account, 'sign-in', second.challenge);
    if ('slowedMs' in tried) throw slowedDown(tried.slowedMs);
    // The sign-in waited too long, or never began. It counts as a try, but nothing is said to be wrong that wasn't looked at.
    if (!tried.hasChallenge) throw await this.needed(account, second, texts.factors.needed);
    const proof = await this.proof(account, second, tried);
    const begun = proof && (await this.sessions.begin(account, session, proof));
    if (begun) return begun;
    await this.audit.signInFailed(account).catch((error: unknown) => this.log.error({ err: error }));
    throw await this.needed(account, second, second.passkey ? texts.factors.wrongPasskey : texts.factors.wrong);
  }

  /** Null for a wrong answer. Whether it was used already, the update decides that begins the session. */
  private proof(account: AccountDocument, second: SecondStep, tried: Try): Promise<Proof | null> | Proof | null {
    const { factors = [] } = account;
    return second.passkey ? byPasskey(factors, second, tried) : byCode(factors, plainCode(second.code ?? ''), tried);
  }

  private async needed(account: AccountDocument, { host }: SecondStep, message: string): Promise<AppError> {
    const challenge = await this.factors.challenge(account);
    // Another password was set meanwhile.
    if (challenge === null) return verified(null) as never;
    const site = siteOf(host);
    const passkeys = passkeysOf(account.factors ?? [], site);
    const passkey = site && passkeys.length > 0 ? await requestFor(site, challenge, passkeys) : undefined;
    return new AppError('SECOND_FACTOR_NEEDED', message, undefined, undefined, { challenge, ...(passkey && { passkey }) });
  }

  /** The password was changed, or a second step was set up, since the account was read. */
  private begun(account: VerifiedAccount | null): VerifiedAccount {
    return account ?? verified(null);
  }
}

function byCode(factors: readonly StoredFactor[], code: string, tried: Try): Proof | null {
  const app = factors.find(({ secret }) => secret !== undefined);
  if (!app) return null;
  if (!isTotpCode(code)) {
    const recovery = recoveryHash(code);
    const left = { $filter: { input: '$$one.recovery', as: 'code', cond: { $ne: ['$$code', recovery] } } };
    const again = { recovery: { $concatArrays: ['$$one.recovery', [recovery]] } };
    return proofOf(tried, app.id, { recovery }, { recovery: left }, again);
  }
  const last_step = stepOf(app.secret!, code);
  if (last_step === null) return null;
  // Unless a later code was used meanwhile.
  const again = { last_step: { $cond: [{ $eq: ['$$one.last_step', last_step] }, app.last_step, '$$one.last_step'] } };
  return proofOf(tried, app.id, { last_step: { $lt: last_step } }, { last_step }, again);
}

async function byPasskey(
  factors: readonly StoredFactor[],
  { host, challenge = '', passkey }: SecondStep,
  tried: Try,
): Promise<Proof | null> {
  const site = siteOf(host);
  const used = passkeysOf(factors, site).find(({ credential_id }) => credential_id === passkey?.id);
  const counter = site && passkey && used ? await counterAfter(site, challenge, used, passkey) : null;
  return used && counter !== null ? proofOf(tried, used.id, {}, { counter }) : null;
}

export function slowedDown(resetMs: number): AppError {
  return new AppError('TOO_MANY_REQUESTS', texts.factors.slowedDown, undefined, Math.max(1, Math.ceil(resetMs / 1_000)));
}
