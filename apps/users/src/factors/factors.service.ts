import { randomBytes } from 'node:crypto';
import {
  type Actor,
  AppError,
  type Factor,
  type Factors,
  limits,
  type NewPasskey,
  type PasskeyCreation,
  type RecoveryCodes,
  texts,
  type TotpSetup,
} from '@sarafa/contracts';
import { requireOwner, requireSignedIn } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import type { AccountDocument } from '../accounts/account.schema.js';
import { AccountsPublisher } from '../accounts/accounts.publisher.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { FactorDeadline } from './factor-deadline.js';
import type { StoredFactor } from './factor.schema.js';
import { FactorsRepository } from './factors.repository.js';
import { creationFor, passkeysOf, registered, siteOf } from './passkeys.js';
import { newRecoveryCodes, recoveryHash } from './recovery-codes.js';
import { slowedDown } from './second-steps.js';
import { newSecret, plainCode, stepOf, totpUri } from './totp.js';

const TOTP = 'totp';
const PASSKEY = 'passkey';
const TOTP_NAME = 'Authenticator app';

/** The second steps of sign-ins: an account's own, and owners' resets of others' (rules 2.20 to 2.22). */
@Injectable()
export class FactorsService {
  constructor(
    private readonly factors: FactorsRepository,
    private readonly accounts: AccountsRepository,
    private readonly publisher: AccountsPublisher,
    private readonly deadline: FactorDeadline,
  ) {}

  async list(actor: Actor): Promise<Factors> {
    return factorsOf(await this.own(actor));
  }

  /** Nothing counts before `confirmTotp`. */
  async beginTotp(actor: Actor): Promise<TotpSetup> {
    const { username, id } = await this.own(actor);
    const secret = newSecret();
    known(await this.factors.setUp(id as string, TOTP, { secret, until: waitsUntil() }));
    return { secret, uri: totpUri(secret, username) };
  }

  /**
   * The app takes the place of the one before, with new recovery codes; its first code counts as used. Throws `INVALID_INPUT` for a wrong
   * code, and `TOO_MANY_REQUESTS` after five.
   */
  async confirmTotp(actor: Actor, code: string): Promise<RecoveryCodes> {
    const account = await this.own(actor);
    const { secret, until } = account.second_step?.totp ?? {};
    if (!secret || !until || until.getTime() < Date.now()) throw wrongCode(texts.factors.setUpOver);
    const tried = await this.factors.begin(account, 'set-up');
    if ('slowedMs' in tried) throw slowedDown(tried.slowedMs);
    const last_step = stepOf(secret, plainCode(code));
    if (last_step === null) throw wrongCode(texts.factors.wrong);
    const recovery = newRecoveryCodes();
    const made = newFactor(TOTP, TOTP_NAME);
    const factor = { ...made, used_at: made.since, secret, last_step, recovery: recovery.map(recoveryHash) };
    const added = await this.factors.add(account.id as string, { 'second_step.totp.secret': secret } as never, factor, TOTP);
    // There is no room, or another confirmation of the same set-up was faster.
    const isFull = account.factors?.filter(({ kind }) => kind !== TOTP).length === limits.secondStep.factors;
    if (!added) throw isFull ? new AppError('CONFLICT', texts.factors.full) : wrongCode(texts.factors.setUpOver);
    await this.publisher.publishSoon(added);
    return { recovery };
  }

  /** Throws `INVALID_INPUT` where the request came to no host that a passkey can be bound to. */
  async beginPasskey(actor: Actor, host: string): Promise<PasskeyCreation> {
    const { id, username, factors = [] } = await this.own(actor);
    const site = siteOf(host);
    if (!site) throw wrongPasskey();
    const options = await creationFor(site, { id: id as string, username }, passkeysOf(factors, site));
    const { challenge } = options;
    known(await this.factors.setUp(id as string, PASSKEY, { challenge, rp_id: site.rp_id, until: waitsUntil() }));
    return options;
  }

  /**
   * Throws `INVALID_INPUT` for an answer that is wrong, too late or of a passkey that the account has, and `CONFLICT` for one factor too
   * many.
   */
  async addPasskey(actor: Actor, { name, response, host }: NewPasskey & { host: string }): Promise<Factor> {
    const account = await this.own(actor);
    const { challenge, rp_id, until } = account.second_step?.passkey ?? {};
    const site = siteOf(host);
    if (!challenge || !until || until.getTime() < Date.now() || site?.rp_id !== rp_id) throw wrongPasskey();
    const passkey = await registered(site!, challenge, response);
    if (!passkey) throw wrongPasskey();
    const factor = { ...newFactor(PASSKEY, name), ...passkey };
    const filter = {
      'second_step.passkey.challenge': challenge,
      'factors.credential_id': { $ne: passkey.credential_id },
    } as never;
    const added = await this.factors.add(account.id as string, filter, factor);
    if (!added) {
      // There is room where its challenge was used or replaced meanwhile, or the account has this passkey already.
      const { factors = [] } = await this.own(actor);
      throw factors.length < limits.secondStep.factors ? wrongPasskey() : new AppError('CONFLICT', texts.factors.full);
    }
    await this.publisher.publishSoon(added);
    return shown(factor);
  }

  /** Throws `NOT_FOUND`, and `CONFLICT` for the last one of an admin who needs one. */
  async remove(actor: Actor, id: string): Promise<void> {
    const account = await this.own(actor);
    const factor = factorOf(account, id);
    const removed = await this.factors.remove(account.id as string, factor, this.deadline.isNeededBy(account));
    // Another removal may have been faster.
    if (!removed) {
      factorOf(await this.own(actor), id);
      throw new AppError('CONFLICT', texts.factors.lastNeeded);
    }
    await this.publisher.publishSoon(removed);
  }

  /** An admin who needs a second step gets the whole grace for a new one. Throws `NOT_FOUND` where there is nothing to reset. */
  async reset(actor: Actor, id: string): Promise<void> {
    requireOwner(actor);
    const account = await this.accounts.find(id);
    // Each reset begins the grace anew, so one's own would go on without an end.
    if (account && actor.id === id && this.deadline.isNeededBy(account))
      throw new AppError('CONFLICT', texts.factors.lastNeeded);
    const reset = account && (await this.factors.reset(id, this.deadline.isNeededBy(account)));
    if (!reset) throw new AppError('NOT_FOUND', texts.factors.noneToReset);
    await this.publisher.publishSoon(reset);
  }

  private async own(actor: Actor): Promise<AccountDocument> {
    requireSignedIn(actor);
    return known(await this.accounts.find(actor.id));
  }
}

/** Throws `NOT_FOUND`. */
function known(account: AccountDocument | null): AccountDocument {
  if (!account || account.role === 'deleted') throw new AppError('NOT_FOUND', texts.accounts.gone);
  return account;
}

/** Throws `NOT_FOUND`. */
function factorOf({ factors = [] }: AccountDocument, id: string): StoredFactor {
  const factor = factors.find((one) => one.id === id);
  if (!factor) throw new AppError('NOT_FOUND', texts.factors.notFound);
  return factor;
}

function factorsOf({ factors = [] }: AccountDocument): Factors {
  return factors.map(shown);
}

function shown({ id, kind, name, since, used_at, recovery }: StoredFactor): Factor {
  return {
    ...{ id, kind, name, since: since.toISOString(), used_at: used_at?.toISOString() ?? null },
    ...(recovery && { recovery_left: recovery.length }),
  };
}

function newFactor(kind: string, name: string): StoredFactor {
  return { id: randomBytes(12).toString('hex'), kind, name, since: new Date() };
}

function waitsUntil(): Date {
  return new Date(Date.now() + limits.secondStep.waitsMs);
}

function wrongPasskey(): AppError {
  return new AppError('INVALID_INPUT', texts.factors.wrongPasskey);
}

function wrongCode(message: string): AppError {
  return new AppError('INVALID_INPUT', message, [{ path: 'code', message }]);
}
