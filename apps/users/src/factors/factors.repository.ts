import { randomBytes } from 'node:crypto';
import { limits } from '@sarafa/contracts';
import { AFTER, audited, CHANGED, CHANGED_HERE } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter } from 'mongoose';
import { ACCOUNT, type Account, type AccountDocument } from '../accounts/account.schema.js';
import { AUDITED } from '../audit/audited-accounts.js';
import { USERS_DB } from '../users.tokens.js';
import type { SecondStepState, StoredFactor, TryOf } from './factor.schema.js';

const { tries: MOST_TRIES, windowMs, waitsMs, factors: MOST_FACTORS } = limits.secondStep;
const DAY_MS = 86_400_000;
/** The sign-ins of one account that may wait for their second step at once; the oldest one is forgotten first. */
const MOST_WAITING = 10;
const ADMINS = { role: { $in: ['admin' as const, 'operator' as const, 'viewer' as const] } };
const NOT_DELETED = { role: { $ne: 'deleted' as const } };
const QUIETLY = { updatePipeline: true, timestamps: false } as const;
const factors = { $ifNull: ['$factors', []] };
/** By the database's clock: an admin whose grace began by a replica's that is behind would be refused as soon as that one is right. */
const AFTER_GRACE = { $add: ['$$NOW', limits.secondStep.graceMs] };

/** A try that may be judged; `hasChallenge` says whether the sign-in that it belongs to waits. */
export interface Try {
  readonly id: string;
  readonly hasChallenge: boolean;
}
/** What a second step proves: a condition and the changes of the update that begins a session, and of the one that takes it back. */
export interface Proof {
  readonly filter: QueryFilter<Account>;
  /** How it is used up. */
  readonly set: Readonly<Record<string, unknown>>;
  /** How it counts again. */
  readonly unset: Readonly<Record<string, unknown>>;
}
/** For an account that has no second step, and still has none when its session begins. */
export const WITHOUT_FACTORS: Proof = { filter: { 'factors.0': { $exists: false } } as never, set: {}, unset: {} };

@Injectable()
export class FactorsRepository {
  constructor(@InjectModel(ACCOUNT, USERS_DB) private readonly accounts: Model<Account>) {}

  /** A new challenge for a sign-in whose password was right; null when that is another one now. */
  async challenge({ _id, password_hash }: AccountDocument): Promise<string | null> {
    const id = randomBytes(32).toString('base64url');
    const added = { id, until: new Date(Date.now() + waitsMs) };
    const challenges = { $slice: [{ $concatArrays: [waiting(), [added]] }, -MOST_WAITING] };
    const update = [{ $set: { 'second_step.challenges': challenges } }];
    const { matchedCount } = await this.accounts.updateOne({ _id, ...NOT_DELETED, password_hash }, update, QUIETLY);
    return matchedCount > 0 ? id : null;
  }

  /**
   * Counts a try before it is judged, so that many at once get no more than one after the other, and uses its challenge up. Answers the
   * milliseconds until there may be another one where there were too many.
   */
  async begin({ _id }: AccountDocument, of: TryOf, challenge?: string): Promise<Try | { slowedMs: number }> {
    const id = randomBytes(12).toString('hex');
    const now = new Date();
    // What lies further ahead was tried by a clock that was ahead for a while, and would count until its time. A replica whose clock is
    // behind by hours counts what the others do.
    const [since, until] = [-windowMs, DAY_MS].map((ms) => new Date(now.getTime() + ms)) as [Date, Date];
    const isRecent = { $and: [{ $gt: ['$$one.at', since] }, { $lt: ['$$one.at', until] }] };
    const recent = { $filter: { input: tries(), as: 'one', cond: isRecent } };
    const alike = { $filter: { input: recent, as: 'one', cond: { $eq: ['$$one.of', of] } } };
    const counted = {
      $cond: [{ $lt: [{ $size: alike }, MOST_TRIES] }, { $concatArrays: [recent, [{ id, at: now, of }]] }, recent],
    };
    const challenges =
      challenge === undefined ? {} : { 'second_step.challenges': waiting({ $ne: ['$$one.id', { $literal: challenge }] }) };
    const update = [{ $set: { 'second_step.tries': counted, ...challenges } }];
    const before = await this.accounts.findOneAndUpdate({ _id, ...NOT_DELETED }, update, {
      ...QUIETLY,
      returnDocument: 'before',
    });
    const { tries: had = [], challenges: waits = [] }: SecondStepState = before?.second_step ?? {};
    const counts = had.filter((one) => one.of === of && one.at > since && one.at < until).map(({ at }) => at.getTime());
    if (counts.length >= MOST_TRIES) return { slowedMs: Math.min(...counts) + windowMs - now.getTime() };
    return { id, hasChallenge: waits.some((one) => one.id === challenge && one.until > now) };
  }

  /** What isn't stored yet takes the place of what was. Null when there is no such account. */
  setUp<K extends 'totp' | 'passkey'>(id: string, kind: K, state: SecondStepState[K]): Promise<AccountDocument | null> {
    const update = { $set: { [`second_step.${kind}`]: state } };
    return this.accounts
      .findOneAndUpdate({ _id: id, ...NOT_DELETED }, update, { returnDocument: 'after', timestamps: false })
      .exec();
  }

  /**
   * Adds a factor in place of those of its kind that `replaces` names, for as long as its set-up is the one that `filter` finds. Null
   * when it isn't any more, or the account has as many factors as it may.
   */
  add(id: string, filter: QueryFilter<Account>, factor: StoredFactor, replaces = ''): Promise<AccountDocument | null> {
    const others = { $filter: { input: factors, as: 'one', cond: { $ne: ['$$one.kind', replaces] } } };
    const set = {
      ...CHANGED_HERE,
      factors: { $concatArrays: [others, [{ $literal: factor }]] },
      [`second_step.${factor.kind}`]: '$$REMOVE',
      'second_step.tries': { $filter: { input: tries(), as: 'one', cond: { $ne: ['$$one.of', 'set-up'] } } },
    };
    const room = { $expr: { $lt: [{ $size: others }, MOST_FACTORS] } } as QueryFilter<Account>;
    const bare = { kind: 'factor', id: factor.id, name: { $literal: factor.name } };
    const added = audited(AUDITED, [{ $set: set }], { bare });
    return this.accounts.findOneAndUpdate({ _id: id, ...NOT_DELETED, $and: [filter, room] }, added, AFTER).exec();
  }

  /** Null when the account has no such factor, or, where `unlessLast`, no other one. */
  remove(userId: string, { id, name }: StoredFactor, unlessLast: boolean): Promise<AccountDocument | null> {
    const others = { $filter: { input: factors, as: 'one', cond: { $ne: ['$$one.id', id] } } };
    const filter = { _id: userId, 'factors.id': id, ...(unlessLast && { 'factors.1': { $exists: true } }) };
    const bare = { kind: 'factor', id, name: { $literal: name } };
    const removed = audited(AUDITED, [{ $set: { ...CHANGED_HERE, factors: others } }], { bare });
    return this.accounts.findOneAndUpdate(filter as QueryFilter<Account>, removed, AFTER).exec();
  }

  /** The grace of admins who have none yet begins. */
  async expect(): Promise<void> {
    const change = [{ $set: { ...CHANGED_HERE, factor_due: AFTER_GRACE } }];
    await this.accounts.updateMany({ ...ADMINS, factor_due: { $exists: false } }, change, QUIETLY);
  }

  /** No admin needs one. */
  async expectNone(): Promise<void> {
    const change = { ...CHANGED, $unset: { factor_due: 1 as const } };
    await this.accounts.updateMany({ ...ADMINS, factor_due: { $exists: true } }, change, { timestamps: false });
  }

  /**
   * Removes all factors; where one `isNeeded`, a new grace begins. Null when there is nothing to reset: no factor, and no grace that is
   * over.
   */
  reset(id: string, isNeeded: boolean): Promise<AccountDocument | null> {
    const isLate = isNeeded ? [{ factor_due: { $lte: new Date() } }] : [];
    const filter = { _id: id, ...NOT_DELETED, $or: [{ 'factors.0': { $exists: true } }, ...isLate] };
    const set = { ...CHANGED_HERE, factors: [], second_step: '$$REMOVE', ...(isNeeded && { factor_due: AFTER_GRACE }) };
    const reset = audited(AUDITED, [{ $set: set }], { bare: true });
    return this.accounts.findOneAndUpdate(filter as QueryFilter<Account>, reset, AFTER).exec();
  }
}

/** What uses a factor up for the try that it was right for, and takes that try back; `undone` are the changes that make it count again. */
export function proofOf(tried: Try, id: string, condition: object, changes: object, undone: object = {}): Proof {
  const changed = (to: object) => {
    const next = { $mergeObjects: ['$$one', to] };
    return { $map: { input: factors, as: 'one', in: { $cond: [{ $eq: ['$$one.id', id] }, next, '$$one'] } } };
  };
  return {
    filter: { factors: { $elemMatch: { id, ...condition } } } as never,
    unset: { factors: changed(undone) },
    set: {
      factors: changed({ used_at: '$$NOW', ...changes }),
      'second_step.tries': { $filter: { input: tries(), as: 'one', cond: { $ne: ['$$one.id', tried.id] } } },
    },
  };
}

function tries(): object {
  return { $ifNull: ['$second_step.tries', []] };
}

/** The sign-ins that wait, as an expression. */
function waiting(...conditions: object[]): object {
  const cond = { $and: [{ $gt: ['$$one.until', new Date()] }, ...conditions] };
  return { $filter: { input: { $ifNull: ['$second_step.challenges', []] }, as: 'one', cond } };
}
