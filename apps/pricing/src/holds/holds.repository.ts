import { CHANGED, nullIfDuplicate, PublishedRepository } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Correction } from '../market/publishing/quotes.repository.js';
import { PRICING_DB } from '../pricing.tokens.js';
import { ShopHold, type ShopHoldDocument } from './hold.schema.js';

/** The end of a released hold: past by every clock, because those of gateways and of pricing's replicas may differ. */
export const RELEASED = new Date(0);

/** What a hold begins with. */
export type NewHold = Pick<ShopHold, 'since' | 'until' | 'quote' | 'duty' | 'rate_list' | 'purity' | 'stale_metals'>;

@Injectable()
export class HoldsRepository extends PublishedRepository<ShopHold> {
  constructor(@InjectModel(ShopHold.name, PRICING_DB) holds: Model<ShopHold>) {
    super(holds);
  }

  /** The ids of all shops that have ever held their rates, in order. */
  async idsAfter(after: string | undefined, limit: number): Promise<string[]> {
    const filter = after ? { _id: { $gt: after } } : {};
    return (await this.documents.find(filter, { _id: 1 }).sort({ _id: 1 }).limit(limit).exec()).map(({ id }) => id as string);
  }

  /** The ids of the shops whose holds end after `at`. */
  async idsBeyond(at: Date): Promise<string[]> {
    return (await this.documents.find({ until: { $gt: at } }, { _id: 1 }).exec()).map(({ id }) => id as string);
  }

  /** Moves the end of the hold that is on at `now`; null where none is on. */
  extend(userId: string, now: Date, until: Date): Promise<ShopHoldDocument | null> {
    return this.change({ _id: userId, until: { $gt: now } }, { until });
  }

  /** The numbers of the market's quotes that are held at `now`. */
  seqsHeld(now: Date): Promise<number[]> {
    return this.documents.distinct('quote.seq', { until: { $gt: now }, rate_list: null }).exec();
  }

  /** Replaces a withdrawn price in the holds that have it and are on at `now`. */
  async correct({ seq, metal, right }: Correction, now: Date): Promise<void> {
    const isRight = { [`quote.${metal}.price`]: right.price, [`quote.${metal}.at`]: right.at };
    await this.documents.updateMany(
      { until: { $gt: now }, 'quote.seq': seq, $nor: [isRight] },
      { $set: { [`quote.${metal}`]: right, ...CHANGED.$set }, $inc: CHANGED.$inc },
    );
  }

  /** Null where there is no hold, or it was released already. */
  release(userId: string): Promise<ShopHoldDocument | null> {
    return this.change({ _id: userId, until: { $gt: RELEASED } }, { until: RELEASED });
  }

  /** Null where another hold has begun meanwhile. */
  begin(userId: string, hold: NewHold): Promise<ShopHoldDocument | null> {
    const ended = { _id: userId, until: { $lte: hold.since } };
    // Where a hold is on, the filter doesn't match it, and the upsert fails because its id is taken.
    return this.change(ended, hold, true).catch(nullIfDuplicate);
  }

  private change(filter: object, fields: Partial<NewHold>, upsert = false): Promise<ShopHoldDocument | null> {
    const change = { $set: { ...fields, ...CHANGED.$set }, $inc: CHANGED.$inc };
    return this.documents.findOneAndUpdate(filter, change, { returnDocument: 'after', upsert }).exec();
  }
}
