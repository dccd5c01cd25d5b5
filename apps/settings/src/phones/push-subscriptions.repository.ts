import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { SETTINGS_DB } from '../settings.tokens.js';
import { shopIdsAfter } from '../shop-ids.repository.js';
import { PushSubscriptionRow } from './phone.schema.js';

@Injectable()
export class PushSubscriptionsRepository {
  constructor(@InjectModel(PushSubscriptionRow.name, SETTINGS_DB) private readonly phones: Model<PushSubscriptionRow>) {}

  /** A phone on which somebody else has signed in since belongs to that account. */
  async save(_id: string, phone: Omit<PushSubscriptionRow, '_id' | 'at'>): Promise<void> {
    await this.phones.updateOne({ _id }, { $set: { ...phone, at: new Date() } }, { upsert: true });
  }

  find(id: string): Promise<PushSubscriptionRow | null> {
    return this.phones.findById(id).lean<PushSubscriptionRow>().exec();
  }

  idsOf(userId: string): Promise<string[]> {
    return this.ids({ userId });
  }

  /** The phones of all admins. */
  idsOfAdmins(): Promise<string[]> {
    return this.ids({ role: 'admin' });
  }

  /** The ids of the accounts that have phones, in order. */
  idsAfter(after: string | undefined, limit: number): Promise<string[]> {
    return shopIdsAfter(this.phones, after, limit);
  }

  /** False when there was none, or it is another account's than `userId`. */
  async remove(id: string, userId?: string): Promise<boolean> {
    const filter = { _id: id, ...(userId === undefined ? {} : { userId }) };
    return (await this.phones.deleteOne(filter)).deletedCount > 0;
  }

  private async ids(filter: Partial<PushSubscriptionRow>): Promise<string[]> {
    return (await this.phones.find(filter, { _id: 1 }).lean<{ _id: string }[]>().exec()).map(({ _id }) => _id);
  }

  async removeOfShop(userId: string): Promise<void> {
    await this.phones.deleteMany({ userId });
  }
}
