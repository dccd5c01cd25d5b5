import { Metal } from '@sarafa/contracts';
import type { EarlierQuote, RefusalReason } from '@sarafa/domain';
import type { StoredEntry } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { PRICING_DB } from '../../pricing.tokens.js';
import { storedReason } from './refusal-reasons.js';
import { Refusal, type StoredRefusal } from './refusal.schema.js';

/** How far back a series may begin: three questions at the longest interval, with room for some that had no answer. */
const SERIES_MS = 24 * 3_600_000;
/** More than a series needs, because a release before stores a repeated quote again each time that another source moves the price. */
const SERIES_LOOKED_AT = 100;
/** Quotes that may have been true: of these reasons alone. */
const IN_SERIES: RefusalReason[] = ['jump', 'unit-flip', 'old'];

type NewRefusal = Omit<Refusal, 'times' | 'released_at' | 'finer_reason'> & { readonly reason: RefusalReason };

@Injectable()
export class QuarantineRepository {
  constructor(@InjectModel(Refusal.name, PRICING_DB) private readonly refusals: Model<Refusal>) {}

  /** What this source said of the metal and was refused, which an admin hasn't discounted, newest first. */
  async listSeries(metal: Metal, source: string): Promise<EarlierQuote[]> {
    const since = { $gt: new Date(Date.now() - SERIES_MS) };
    const counted = {
      metal,
      source,
      refused_at: since,
      last_at: { $ne: null },
      reason: { $in: IN_SERIES },
      finer_reason: null,
    };
    const found = await this.refusals.find(counted).sort({ refused_at: -1 }).limit(SERIES_LOOKED_AT).lean();
    return found.map(({ price, at, refused_at }) => ({ price, at, refusedAt: refused_at.getTime() }));
  }

  /** What was refused of this metal up to now no longer counts towards agreement. */
  async discount(metal: Metal): Promise<void> {
    const recent = { metal, refused_at: { $gt: new Date(Date.now() - SERIES_MS) }, last_at: { $ne: null } };
    await this.refusals.updateMany(recent, { $set: { last_at: null } });
  }

  /** The first price of this metal that an admin has released last: it lies outside of the bounds, and no earlier one stands. */
  async releasedFirst(metal: Metal): Promise<string | undefined> {
    const released = { metal, last_at: null, last_price: null, released_at: { $ne: null } };
    return (await this.refusals.findOne(released).sort({ released_at: -1 }).lean())?.price;
  }

  /** Only metals that this release knows: a later one may know more. */
  listNewest(limit: number): Promise<StoredRefusal[]> {
    return this.refusals
      .find({ metal: { $in: Metal.options } })
      .sort({ refused_at: -1 })
      .limit(limit)
      .lean<StoredRefusal[]>()
      .exec();
  }

  find(id: string): Promise<StoredRefusal | null> {
    return this.refusals.findById(id).lean<StoredRefusal>().exec();
  }

  markReleased(id: string, released_at: Date, entry?: StoredEntry): Promise<StoredRefusal | null> {
    const released = { $set: { released_at }, ...(entry && { $push: { audit: entry } }) };
    return this.refusals.findByIdAndUpdate(id, released, { returnDocument: 'after' }).lean<StoredRefusal>().exec();
  }

  /** A quote that its source repeats is stored once, whatever it is compared with meanwhile. True when it is new. */
  async add({ refused_at, reason, last_price, last_at, ...said }: NewRefusal): Promise<boolean> {
    const refusal = { ...said, ...storedReason(reason) };
    const first = { refused_at, released_at: null, last_price, last_at };
    const repeated = { $setOnInsert: first, $inc: { times: 1 } };
    const { upsertedCount } = await this.refusals.updateOne(refusal, repeated, { upsert: true, setDefaultsOnInsert: false });
    return upsertedCount > 0;
  }
}
