import type { Metal } from '@sarafa/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { PRICING_DB } from '../pricing.tokens.js';
import { Refusal, type StoredRefusal } from './refusal.schema.js';

/** More than any rule looks back. */
const RECENT = 10;

export type NewRefusal = Omit<Refusal, 'times' | 'released_at'>;

@Injectable()
export class QuarantineRepository {
  constructor(@InjectModel(Refusal.name, PRICING_DB) private readonly refusals: Model<Refusal>) {}

  /** Newest first: what was refused of this metal while `lastAt` was the time of its accepted quote. */
  listSince(metal: Metal, lastAt: string): Promise<Pick<Refusal, 'price' | 'at' | 'reason'>[]> {
    return this.refusals.find({ metal, last_at: lastAt }).sort({ refused_at: -1 }).limit(RECENT).lean().exec();
  }

  listNewest(limit: number): Promise<StoredRefusal[]> {
    return this.refusals.find().sort({ refused_at: -1 }).limit(limit).lean<StoredRefusal[]>().exec();
  }

  find(id: string): Promise<StoredRefusal | null> {
    return this.refusals.findById(id).lean<StoredRefusal>().exec();
  }

  markReleased(id: string, released_at: Date): Promise<StoredRefusal | null> {
    const released = { $set: { released_at } };
    return this.refusals.findByIdAndUpdate(id, released, { returnDocument: 'after' }).lean<StoredRefusal>().exec();
  }

  /** A quote that its source repeats is one refusal. True when it is new. */
  async add({ refused_at, ...refusal }: NewRefusal): Promise<boolean> {
    const repeated = { $setOnInsert: { refused_at, released_at: null }, $inc: { times: 1 } };
    const { upsertedCount } = await this.refusals.updateOne(refusal, repeated, { upsert: true, setDefaultsOnInsert: false });
    return upsertedCount > 0;
  }
}
