import type { RateRow, RowsMode } from '@sarafa/contracts';
import { CHANGED, nullIfDuplicate, PublishedRepository } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { PRICING_DB } from '../pricing.tokens.js';
import { ShopRateRows, type ShopRateRowsDocument } from './rate-rows.schema.js';

@Injectable()
export class RateRowsRepository extends PublishedRepository<ShopRateRows> {
  constructor(@InjectModel(ShopRateRows.name, PRICING_DB) shops: Model<ShopRateRows>) {
    super(shops);
  }

  /** Null for a shop that has never changed its rows. */
  findByUser(userId: string): Promise<ShopRateRowsDocument | null> {
    return this.documents.findById(userId).exec();
  }

  /** The ids of all shops that have changed their rows, in order. */
  async idsAfter(after: string | undefined, limit: number): Promise<string[]> {
    const filter = after ? { _id: { $gt: after } } : {};
    return (await this.documents.find(filter, { _id: 1 }).sort({ _id: 1 }).limit(limit).exec()).map(({ id }) => id as string);
  }

  /** Replaces the whole list; null when it has another `rev` by now. A `rev` of 0 means that there is no list yet. */
  replace(userId: string, rev: number, list: { rows_mode: RowsMode; rows: RateRow[] }): Promise<ShopRateRowsDocument | null> {
    const change = { $set: { ...list, ...CHANGED.$set }, $inc: CHANGED.$inc };
    // If there is a list by now, the filter doesn't match it, and the upsert fails because its id is taken.
    const options = { returnDocument: 'after', upsert: rev === 0 } as const;
    return this.documents.findOneAndUpdate({ _id: userId, rev }, change, options).exec().catch(nullIfDuplicate);
  }
}
