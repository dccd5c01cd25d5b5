import { createHash } from 'node:crypto';
import { isFormer, type LandedDay, limits, type RateListUpdate } from '@sarafa/contracts';
import { inKolkata, kolkataMidnight, LIST_MAY_BE_AHEAD_MS } from '@sarafa/domain';
import { keysKeptSince } from '@sarafa/server';
import { audited, changedEntry, madeEntry, nullIfDuplicate } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import mongoose, { type Model } from 'mongoose';
import { PRICING_DB } from '../pricing.tokens.js';
import { AUDITED, auditedFields } from './audited-lists.js';
import { STORED_RATE_LIST, type StoredRateList, type StoredRevision, type StoredSetting } from './rate-list.schema.js';

export type Maker = Pick<StoredRateList, 'created_by' | 'created_by_key'>;
type Fields = Partial<StoredSetting> &
  Pick<RateListUpdate, 'name' | 'valid_hours' | 'reminder_time'> & { day?: LandedDay | null };
/** Without its history, which may be long. */
export type RateListDocument = Omit<StoredRateList, 'history'>;

const THERE = { $or: [{ deleted: false }, { by_purity: true }] };
const WITHOUT_HISTORY = { history: 0 } as const;

export function isThere({ deleted, by_purity }: Pick<StoredRateList, 'deleted' | 'by_purity'>): boolean {
  return !deleted || by_purity === true;
}

/** Methods that answer a list answer null when there is no such list. */
@Injectable()
export class RateListsRepository {
  constructor(@InjectModel(STORED_RATE_LIST, PRICING_DB) private readonly lists: Model<StoredRateList>) {}

  /** All lists, also deleted ones. */
  listAll(): Promise<RateListDocument[]> {
    return this.lists.find({}, WITHOUT_HISTORY).lean().exec();
  }

  /** Raises the `rev` of one list. False when there is none, or when it was changed meanwhile. */
  async raiseOne(by: number): Promise<boolean> {
    const one = await this.lists.findOne({}, { rev: 1 }).sort({ _id: 1 }).lean();
    if (!one) return false;
    return (await this.lists.updateOne({ _id: one._id, rev: one.rev }, { $inc: { rev: by } })).matchedCount > 0;
  }

  /** How many there are. */
  count(): Promise<number> {
    return this.lists.countDocuments(THERE).exec();
  }

  find(id: string): Promise<RateListDocument | null> {
    return this.lists
      .findOne({ _id: id, ...THERE }, WITHOUT_HISTORY)
      .lean()
      .exec();
  }

  /** The list that this admin has made with this key within the last day. */
  async findMade({ created_by, created_by_key }: Maker): Promise<StoredRateList | null> {
    if (created_by === undefined || created_by_key === undefined) return null;
    return this.lists
      .findOne({ created_by, created_by_key, createdAt: { $gt: keysKeptSince() } })
      .lean()
      .exec();
  }

  /** Null when the list's maker has just made one with the same key. */
  async add(list: Omit<StoredRateList, '_id' | 'rev' | 'deleted' | 'createdAt'>): Promise<RateListDocument | null> {
    const _id = idOfMaker(list);
    const subject = { kind: 'rate-list', id: _id.toHexString(), name: list.name };
    const entry = madeEntry(AUDITED, { subject, userId: null, after: auditedFields(list) });
    const made = await this.lists.create({ _id, ...list, ...seenBy(list), ...entry }).catch(nullIfDuplicate);
    return made && made.toObject();
  }

  /** Null also when the list has another `rev` by now. A `revision` becomes a part of the history. */
  change(
    before: RateListDocument,
    fields: Fields,
    removed: readonly string[],
    revision: StoredRevision | null,
  ): Promise<RateListDocument | null> {
    const { _id, rev } = before;
    const after = Object.entries({ ...before, ...fields }).filter(([name]) => !removed.includes(name));
    // Exactly what is replaced, because the list is changed only if it still has the `rev` with which it was read.
    const entry = changedEntry(AUDITED, {
      subject: { kind: 'rate-list', id: String(_id), name: before.name },
      ...{ userId: null, before: auditedFields(before), after: auditedFields(Object.fromEntries(after)) },
    });
    const history = revision && { $each: [revision], $position: 0, $slice: limits.rateList.history };
    const $push = { ...(history && { history }), ...(entry && { audit: entry }) };
    const $unset = Object.fromEntries(removed.map((name) => [name, 1]));
    return this.lists
      .findOneAndUpdate(
        { _id, rev, ...THERE },
        { $set: { ...fields, ...(revision && seenBy(revision)) }, $unset, $inc: { rev: 1 }, $push },
        { returnDocument: 'after', projection: WITHOUT_HISTORY },
      )
      .lean<RateListDocument>()
      .exec();
  }

  /** Until `until` the list can't be deleted. */
  reserve(id: string, by: string, until: Date): Promise<RateListDocument | null> {
    const change = { $push: { reserved: { by, until } }, $inc: { reservations: 1 } };
    return this.lists
      .findOneAndUpdate({ _id: id, ...THERE }, change, { projection: WITHOUT_HISTORY })
      .lean<RateListDocument>()
      .exec();
  }

  /** Ends a reservation, and forgets those that have ended by `now`. */
  async release(id: string, by: string, now: Date): Promise<void> {
    await this.lists.updateOne({ _id: id }, { $pull: { reserved: { $or: [{ by }, { until: { $lte: now } }] } } });
  }

  /** Null also when the list is reserved at `now`, or was since it was read. */
  delete({ _id, reservations }: RateListDocument, now: Date): Promise<RateListDocument | null> {
    const free = { reservations: reservations ?? null, reserved: { $not: { $elemMatch: { until: { $gt: now } } } } };
    const gone = { deleted: true, by_purity: false, rev: { $add: ['$rev', 1] } };
    const change = audited(AUDITED, [{ $set: gone }], { isDeletion: true });
    return this.lists
      .findOneAndUpdate({ _id, ...THERE, ...free }, change, { projection: WITHOUT_HISTORY, updatePipeline: true })
      .lean<RateListDocument>()
      .exec();
  }

  /** The lists of which people are to be told at `now`. */
  listDue(now: number): Promise<RateListDocument[]> {
    const { notToday, ...due } = dueAt(now);
    return this.lists
      .find({ ...THERE, ...due, set_at: notToday }, WITHOUT_HISTORY)
      .lean()
      .exec();
  }

  async setReminded(_id: RateListDocument['_id'], reminded_at: Date): Promise<void> {
    await this.lists.updateOne({ _id }, { $set: { reminded_at } });
  }

  /** Newest first. */
  async history(id: string): Promise<StoredRevision[] | null> {
    const found = await this.lists
      .findOne({ _id: id, ...THERE }, { history: 1 })
      .lean()
      .exec();
    return found && found.history;
  }
}

/**
 * A filter for the lists whose reminder time has come on the day of `now` and of which nobody was told on it, and one for what isn't of
 * that day: a list that was set earlier.
 */
export function dueAt(now: number) {
  const midnight = new Date(kolkataMidnight(now));
  const clock = inKolkata(now).toISOString().slice(11, 16);
  // The type is named, because MongoDB uses the index of the lists with a reminder for no other query.
  // What was noted at a time to come was noted by a clock that was ahead.
  const notToday = { $not: { $gte: midnight, $lte: new Date(now + LIST_MAY_BE_AHEAD_MS) } };
  return { notToday, reminder_time: { $type: 'string' as const, $lte: clock }, reminded_at: notToday };
}

/** Which releases see the list. */
function seenBy(rates: Omit<StoredSetting, 'set_at'>): Pick<StoredRateList, 'deleted' | 'by_purity'> {
  const byPurity = !isFormer(rates);
  return { deleted: byPurity, by_purity: byPurity };
}

/** The id that a maker's key gives on one day, so that two requests at once can't both make a list. */
function idOfMaker({ created_by, created_by_key }: Maker) {
  if (created_by === undefined || created_by_key === undefined) return new mongoose.Types.ObjectId();
  const made = [created_by, created_by_key, new Date().toISOString().slice(0, 10)].join(' ');
  return new mongoose.Types.ObjectId(createHash('sha256').update(made).digest('hex').slice(0, 24));
}
