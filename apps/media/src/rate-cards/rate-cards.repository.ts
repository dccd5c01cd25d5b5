import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { MEDIA_DB } from '../media.tokens.js';
import { type SaidPrice, ShopRateCards } from './rate-card.schema.js';

/** A shop, and its pictures. */
export type OnRecord = Pick<ShopRateCards, '_id' | 'pictures'>;

@Injectable()
export class RateCardsRepository {
  constructor(@InjectModel(ShopRateCards.name, MEDIA_DB) private readonly shops: Model<ShopRateCards>) {}

  /**
   * Remembers what a card of this day says; undefined for nothing that a later card is compared with. Answers what the last card of
   * an earlier day said, null where there was none, and the pictures that are on record.
   */
  say(
    userId: string,
    day: number,
    said: readonly SaidPrice[] | undefined,
  ): Promise<Pick<ShopRateCards, 'said_before' | 'pictures'>> {
    // A replica whose clock is behind, at midnight, makes no earlier day of it; but what a clock that was ahead has stored is over.
    const isNewDay = { $or: [{ $lt: ['$day', day] }, { $gt: ['$day', day + 1] }] };
    const before = { $ifNull: ['$said', null] };
    return this.shops
      .findOneAndUpdate(
        { _id: userId },
        [
          {
            $set: {
              said_before: { $cond: [isNewDay, before, { $ifNull: ['$said_before', null] }] },
              day: { $cond: [isNewDay, day, '$day'] },
              said: said ? { $literal: said } : { $ifNull: ['$said', []] },
              pictures: { $ifNull: ['$pictures', []] },
            },
          },
        ],
        { upsert: true, returnDocument: 'after', updatePipeline: true },
      )
      .orFail()
      .lean()
      .exec();
  }

  /** Adds a picture, and leaves the newest `most`. Answers the keys of those that were left out. */
  async addPicture(userId: string, key: string, most: number): Promise<string[]> {
    const before = await this.shops
      .findOneAndUpdate({ _id: userId, pictures: { $ne: key } }, { $push: { pictures: { $each: [key], $slice: -most } } })
      .lean()
      .exec();
    return before ? before.pictures.slice(0, Math.max(0, before.pictures.length + 1 - most)) : [];
  }

  /** In order of the shops' ids, beginning after `id`. */
  listAfter(id: string, limit: number): Promise<OnRecord[]> {
    return this.shops
      .find({ _id: { $gt: id } }, { pictures: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<OnRecord[]>()
      .exec();
  }

  async remove(userId: string): Promise<void> {
    await this.shops.deleteOne({ _id: userId });
  }
}
