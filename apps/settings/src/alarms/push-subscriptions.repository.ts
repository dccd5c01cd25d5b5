import type { SentPushSubscription } from '@sarafa/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { SETTINGS_DB } from '../settings.tokens.js';
import { shopIdsAfter } from '../shop-ids.repository.js';
import { PushSubscriptionRow } from './alarm.schema.js';

@Injectable()
export class PushSubscriptionsRepository {
  constructor(@InjectModel(PushSubscriptionRow.name, SETTINGS_DB) private readonly phones: Model<PushSubscriptionRow>) {}

  /** A phone on which another shop has signed in since belongs to that one. */
  async save(
    _id: string,
    userId: string,
    { endpoint, keys }: SentPushSubscription,
    credentials_version: number | null,
  ): Promise<void> {
    const phone = { userId, endpoint, keys, at: new Date(), credentials_version };
    await this.phones.updateOne({ _id }, { $set: phone }, { upsert: true });
  }

  find(id: string): Promise<PushSubscriptionRow | null> {
    return this.phones.findById(id).lean<PushSubscriptionRow>().exec();
  }

  async idsOf(userId: string): Promise<string[]> {
    return (await this.phones.find({ userId }, { _id: 1 }).lean<{ _id: string }[]>().exec()).map(({ _id }) => _id);
  }

  /** The ids of the shops that have phones, in order. */
  idsAfter(after: string | undefined, limit: number): Promise<string[]> {
    return shopIdsAfter(this.phones, after, limit);
  }

  /** False when there was none, or it is another shop's than `userId`. */
  async remove(id: string, userId?: string): Promise<boolean> {
    const filter = { _id: id, ...(userId === undefined ? {} : { userId }) };
    return (await this.phones.deleteOne(filter)).deletedCount > 0;
  }

  async removeOfShop(userId: string): Promise<void> {
    await this.phones.deleteMany({ userId });
  }
}
