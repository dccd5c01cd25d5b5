import {
  type AccountSession,
  type Actor,
  AppError,
  type NewSession,
  rolesOf,
  type SeenSession,
  texts,
  type VerifiedAccount,
} from '@sarafa/contracts';
import { requireOwner, requireSignedIn } from '@sarafa/server';
import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AccountDocument } from '../accounts/account.schema.js';
import { AccountsPublisher } from '../accounts/accounts.publisher.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import type { Proof } from '../factors/factors.repository.js';
import { sessionsOf } from './sessions-of.js';
import { SessionsRepository, type SessionToBegin } from './sessions.repository.js';

@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly accounts: AccountsRepository,
    private readonly publisher: AccountsPublisher,
  ) {}

  /**
   * Begins a session of an account whose password was right, and publishes it: gateways refuse a token of a session that they
   * haven't heard of. Throws `UNAVAILABLE` when that can't be published; there is no session then. Null when the password was changed or
   * the proof of the second step was used meanwhile.
   */
  async begin(account: AccountDocument, given: NewSession, proof: Proof): Promise<VerifiedAccount | null> {
    const [id, session] = [account.id as string, newSession(account, given)];
    const begun = await this.sessions.begin(account, session, proof);
    await this.publisher.publishNow(begun, () => this.sessions.takeBack(id, session.id, proof));
    return begun && verified(begun, session.id);
  }

  /**
   * Replaces the password, and keeps the session `sid`. Throws `UNAVAILABLE` when that can't be published; nothing has changed
   * then.
   */
  async replacePassword(
    before: AccountDocument,
    password_hash: string,
    given: NewSession | undefined,
    sid: string | undefined,
  ): Promise<VerifiedAccount> {
    const id = before.id as string;
    const session = given && newSession(before, given, sid);
    const replace = () => this.sessions.replacePassword(id, before.password_hash, password_hash, session);
    return verified(await this.publisher.revoke(id, replace), session?.id);
  }

  /** Throws `FORBIDDEN` for anybody but an owner who asks for another account's, and `NOT_FOUND`. */
  async list(actor: Actor, userId: string): Promise<AccountSession[]> {
    requireSignedIn(actor);
    if (actor.id !== userId) requireOwner(actor);
    const account = await this.accounts.find(userId);
    if (!account || account.role === 'deleted') throw new AppError('NOT_FOUND', texts.users.notFound);
    return sessionsOf(account)
      .sort((one, other) => other.seen_at.getTime() - one.seen_at.getTime())
      .map(({ id, device, address, since, seen_at }) => ({
        ...{ id, device, address },
        ...{ since: since.toISOString(), seen_at: seen_at.toISOString() },
      }));
  }

  /**
   * Ends a session of the actor. Throws `NOT_FOUND`, and `UNAVAILABLE` when that can't be published; it goes on then.
   */
  async end(actor: Actor, id: string): Promise<void> {
    requireSignedIn(actor);
    const ended = await this.publisher.revoke(actor.id, () => this.sessions.end(actor.id, id));
    if (!ended) throw new AppError('NOT_FOUND', texts.login.sessionNotFound);
  }

  see(seen: readonly SeenSession[]): Promise<void> {
    return this.sessions.see(seen);
  }
}

/** Answers what auth writes into the token. Throws `UNAUTHENTICATED` where there is no account, or a deleted one. */
export function verified(account: AccountDocument | null, sid?: string): VerifiedAccount {
  if (!account || account.role === 'deleted') throw new AppError('UNAUTHENTICATED', texts.login.wrong);
  const { role } = rolesOf(account.role);
  return { id: account.id as string, role, credentials_version: account.credentials_version, ...(sid ? { sid } : {}) };
}

function newSession(
  { role }: AccountDocument,
  { device, address, lifeS }: NewSession,
  id = randomBytes(12).toString('hex'),
): SessionToBegin {
  const now = new Date();
  const life = lifeS[role === 'user' ? 'user' : 'admin'];
  return { id, device, address, since: now, seen_at: now, ends_at: new Date(now.getTime() + life * 1_000) };
}
