import { limits, type SeenSession } from '@sarafa/contracts';
import { AFTER, audited, CHANGED_HERE } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { ACCOUNT, type Account, type AccountDocument } from '../accounts/account.schema.js';
import { AUDITED, sessionSubject } from '../audit/audited-accounts.js';
import type { Proof } from '../factors/factors.repository.js';
import { USERS_DB } from '../users.tokens.js';
import type { StoredSession } from './session.schema.js';

/** A session that isn't stored yet gets the version of its account when it is. */
export type SessionToBegin = Omit<StoredSession, 'version'>;

/** Several gateways see a session: one of them is enough. A little less than the time between two reports of one gateway. */
const SEEN_AGAIN_MS = 240_000;
const NOT_DELETED = { role: { $ne: 'deleted' as const } };

@Injectable()
export class SessionsRepository {
  constructor(@InjectModel(ACCOUNT, USERS_DB) private readonly accounts: Model<Account>) {}

  /** Null when the password hash is no longer `password_hash`, or `proof` doesn't hold any more. Ends what is too many, the one longest unseen first. */
  begin(
    { id, role, username, password_hash }: AccountDocument,
    session: SessionToBegin,
    proof: Proof,
  ): Promise<AccountDocument | null> {
    const lastSeen = { $sortArray: { input: goingOn(), sortBy: { seen_at: -1 } } };
    const kept = { $slice: [lastSeen, limits.sessions - 1] };
    const sessions = { $concatArrays: [kept, [stored(session, '$credentials_version')]] };
    const filter = { _id: id, ...NOT_DELETED, password_hash, ...proof.filter };
    const actor = { id: id as string, role: role === 'user' ? role : 'admin', username };
    const bare = { kind: 'session', id: session.id, name: { $literal: session.device } };
    const begun = audited(AUDITED, [{ $set: { ...CHANGED_HERE, sessions, ...proof.set } }], { actor, bare });
    return this.accounts.findOneAndUpdate(filter, begun, AFTER).exec();
  }

  /**
   * Null when the password hash is no longer `before`. Of the sessions the one with the id of `session` goes on, as it is but for
   * its times; where it goes on no more, `session` begins. Without a `session` all end.
   */
  replacePassword(
    id: string,
    before: string,
    password_hash: string,
    session: SessionToBegin | undefined,
  ): Promise<AccountDocument | null> {
    const credentials_version = { $add: ['$credentials_version', 1] };
    const change = { ...CHANGED_HERE, password_hash: { $literal: password_hash }, credentials_version };
    const sessions = session ? keptOr(session, credentials_version) : [];
    const filter = { _id: id, ...NOT_DELETED, password_hash: before };
    return this.accounts.findOneAndUpdate(filter, audited(AUDITED, [{ $set: { ...change, sessions } }]), AFTER).exec();
  }

  /** Null when the account has no such session. */
  end(userId: string, id: string): Promise<AccountDocument | null> {
    const filter = { _id: userId, sessions: { $elemMatch: { id, ends_at: { $gt: new Date() } } } };
    const sessions = { $filter: { input: '$sessions', as: 'one', cond: { $ne: ['$$one.id', id] } } };
    const ended = audited(AUDITED, [{ $set: { ...CHANGED_HERE, sessions } }], { bare: sessionSubject(id) });
    return this.accounts.findOneAndUpdate(filter, ended, AFTER).exec();
  }

  /**
   * Undoes the beginning of a session that couldn't be published, and with it its entry of the log; its code counts again. Where another
   * replica has published it meanwhile the session has begun, and its entry stays.
   */
  async takeBack(userId: string, id: string, { unset }: Proof): Promise<void> {
    const sessions = { $filter: { input: { $ifNull: ['$sessions', []] }, as: 'one', cond: { $ne: ['$$one.id', id] } } };
    const others = { $filter: { input: { $ifNull: ['$audit', []] }, as: 'one', cond: { $ne: ['$$one.subject.id', id] } } };
    const audit = { $cond: ['$unpublished', others, '$audit'] };
    const filter = { _id: userId, 'sessions.id': id };
    await this.accounts.updateOne(filter, [{ $set: { ...CHANGED_HERE, sessions, audit, ...unset } }], AFTER);
  }

  /** No change that is published: nobody judges a token by when its session was seen. */
  async see(seen: readonly SeenSession[]): Promise<void> {
    const now = new Date();
    const long = new Date(now.getTime() - SEEN_AGAIN_MS);
    const updates = seen.map(({ id, userId }) => ({
      updateOne: {
        // A time to come was noted by a clock that was ahead.
        filter: { _id: userId, sessions: { $elemMatch: { id, seen_at: { $not: { $gte: long, $lte: now } } } } },
        update: { $set: { 'sessions.$.seen_at': now } },
        timestamps: false,
      },
    }));
    await this.accounts.bulkWrite(updates, { ordered: false });
  }
}

/** The sessions of an account that go on, as an expression. */
function goingOn(...conditions: object[]): object {
  const isCurrent = { $eq: ['$$session.version', '$credentials_version'] };
  const cond = { $and: [isCurrent, { $gt: ['$$session.ends_at', '$$NOW'] }, ...conditions] };
  return { $filter: { input: { $ifNull: ['$sessions', []] }, as: 'session', cond } };
}

/** What a client says of its device must not be read as an expression. */
function stored(session: SessionToBegin, version: unknown): object {
  return { $mergeObjects: [{ $literal: session }, { version }] };
}

function keptOr(session: SessionToBegin, version: object): object {
  const { id, seen_at, ends_at } = session;
  const own = goingOn({ $eq: ['$$session.id', id] });
  const kept = { $map: { input: own, as: 'own', in: { $mergeObjects: ['$$own', { seen_at, ends_at, version }] } } };
  return { $cond: [{ $eq: [{ $size: own }, 0] }, [stored(session, version)], kept] };
}
