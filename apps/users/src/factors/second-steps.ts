import { AppError, type Credentials, type SecondStep, texts, type VerifiedAccount } from '@sarafa/contracts';
import { Injectable, Logger } from '@nestjs/common';
import type { AccountDocument } from '../accounts/account.schema.js';
import { UsersAudit } from '../audit/users-audit.repository.js';
import { SessionsService, verified } from '../sessions/sessions.service.js';
import { FactorDeadline } from './factor-deadline.js';
import { FactorsRepository, type Proof, proofOf, type Try, WITHOUT_FACTORS } from './factors.repository.js';
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

  /**
   * Throws `SECOND_FACTOR_NEEDED` until the second step comes, `TOO_MANY_REQUESTS` after too many wrong codes, also for a right one, and `FORBIDDEN` for an admin who needs a second step and
   * has none. An auth of the release before couldn't ask for it, and gets `UNAVAILABLE`.
   */
  async signIn(account: AccountDocument, { session, second }: Given): Promise<VerifiedAccount> {
    await this.deadline.require(account);
    if (!account.factors?.length) {
      return session ? this.begun(await this.sessions.begin(account, session, WITHOUT_FACTORS)) : verified(account);
    }
    if (!second || !session) throw new AppError('UNAVAILABLE', texts.errors.partDown);
    if (second.code === undefined && second.passkey === undefined) throw await this.needed(account, texts.factors.needed);
    const tried = await this.factors.begin(account, 'sign-in', second.challenge);
    if ('slowedMs' in tried) throw slowedDown(tried.slowedMs);
    const proof = tried.hasChallenge ? await this.proof(account, second, tried) : null;
    const begun = proof && (await this.sessions.begin(account, session, proof));
    if (begun) return begun;
    await this.audit.signInFailed(account).catch((error: unknown) => this.log.error({ err: error }));
    throw await this.needed(account, second.passkey ? texts.factors.wrongPasskey : texts.factors.wrong);
  }

  /** Null for a wrong answer. Whether it was used already, the update decides that begins the session. */
  private async proof({ factors = [] }: AccountDocument, { code = '' }: SecondStep, tried: Try): Promise<Proof | null> {
    const plain = plainCode(code);
    for (const { id, secret } of factors) {
      if (secret === undefined) continue;
      if (!isTotpCode(plain)) {
        const recovery = recoveryHash(plain);
        if (!factors.some((one) => one.id === id && one.recovery?.includes(recovery))) continue;
        const left = { $filter: { input: '$$one.recovery', as: 'code', cond: { $ne: ['$$code', recovery] } } };
        return proofOf(tried, id, { recovery }, { recovery: left });
      }
      const last_step = stepOf(secret, plain);
      if (last_step !== null) return proofOf(tried, id, { last_step: { $lt: last_step } }, { last_step });
    }
    return null;
  }

  private async needed(account: AccountDocument, message: string): Promise<AppError> {
    const challenge = await this.factors.challenge(account);
    // Another password was set meanwhile.
    if (challenge === null) return verified(null) as never;
    return new AppError('SECOND_FACTOR_NEEDED', message, undefined, undefined, { challenge });
  }

  /** The password was changed, or a second step was set up, since the account was read. */
  private begun(account: VerifiedAccount | null): VerifiedAccount {
    return account ?? verified(null);
  }
}

export function slowedDown(resetMs: number): AppError {
  return new AppError('TOO_MANY_REQUESTS', texts.factors.slowedDown, undefined, Math.max(1, Math.ceil(resetMs / 1_000)));
}
