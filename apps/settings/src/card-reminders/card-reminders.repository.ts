import { nullIfDuplicate } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { DeliveriesRepository } from '../deliveries/deliveries.repository.js';
import { deliveriesOf } from '../deliveries/delivery.schema.js';
import { SETTINGS_DB } from '../settings.tokens.js';
import { CardReminderRow } from './card-reminder.schema.js';

@Injectable()
export class CardRemindersRepository extends DeliveriesRepository<CardReminderRow> {
  constructor(@InjectModel(CardReminderRow.name, SETTINGS_DB) reminders: Model<CardReminderRow>) {
    super(reminders);
  }

  /** Those of these ids that are there. */
  async among(ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const found = await this.documents
      .find({ _id: { $in: ids } }, { _id: 1 })
      .lean<{ _id: string }[]>()
      .exec();
    return new Set(found.map(({ _id }) => _id));
  }

  /** Does nothing where the shop was told of this time already. */
  async add(reminder: Omit<CardReminderRow, 'deliveries'>, phones: readonly string[]): Promise<void> {
    const deliveries = deliveriesOf('due', phones, reminder.at);
    await this.documents.create({ ...reminder, deliveries } as CardReminderRow).catch(nullIfDuplicate);
  }

  async removeOfShop(userId: string): Promise<void> {
    await this.documents.deleteMany({ userId });
  }
}
