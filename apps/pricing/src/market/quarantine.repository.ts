import { Metal } from '@sarafa/contracts';
import type { EarlierRefusal, RefusalReason } from '@sarafa/domain';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { PRICING_DB } from '../pricing.tokens.js';
import { reasonOf, storedReason } from './refusal-reasons.js';
import { Refusal, type StoredRefusal } from './refusal.schema.js';

/** More than any rule looks back. */
const RECENT = 10;
/** What other sources say of today's price. */
const PRICES_OF_TODAY: RefusalReason[] = ['jump', 'unit-flip'];

export type NewRefusal = Omit<Refusal, 'times' | 'released_at' | 'finer_reason'> & { readonly reason: RefusalReason };

@Injectable()
export class QuarantineRepository {
  constructor(@InjectModel(Refusal.name, PRICING_DB) private readonly refusals: Model<Refusal>) {}

  /**
   * What was refused of this metal while its accepted quote had the time `lastAt`, newest first: all of the source with the label
   * `source`, and what others said of today's price.
   */
  async listSince(metal: Metal, lastAt: string, source: string): Promise<EarlierRefusal[]> {
    const counted = { metal, last_at: lastAt, $or: [{ source }, { reason: { $in: PRICES_OF_TODAY } }] };
    const found = await this.refusals.find(counted).sort({ refused_at: -1 }).limit(RECENT).lean();
    return found.map((refusal) => {
      const { price, at } = refusal;
      return { price, at, reason: reasonOf(refusal), isOwnSource: refusal.source === source };
    });
  }

  /** What was refused while the accepted quote had the time `lastAt` no longer counts towards agreement. */
  async discount(metal: Metal, lastAt: string): Promise<void> {
    await this.refusals.updateMany({ metal, last_at: lastAt }, { $set: { last_at: null } });
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

  markReleased(id: string, released_at: Date): Promise<StoredRefusal | null> {
    const released = { $set: { released_at } };
    return this.refusals.findByIdAndUpdate(id, released, { returnDocument: 'after' }).lean<StoredRefusal>().exec();
  }

  /** A quote that its source repeats is stored once. True when it is new. */
  async add({ refused_at, reason, ...said }: NewRefusal): Promise<boolean> {
    const refusal = { ...said, ...storedReason(reason) };
    const repeated = { $setOnInsert: { refused_at, released_at: null }, $inc: { times: 1 } };
    const { upsertedCount } = await this.refusals.updateOne(refusal, repeated, { upsert: true, setDefaultsOnInsert: false });
    return upsertedCount > 0;
  }
}
