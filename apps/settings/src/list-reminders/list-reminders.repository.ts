import { nullIfDuplicate } from '@sarafa/server/mongo';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { DeliveriesRepository } from '../deliveries/deliveries.repository.js';
import { deliveriesOf } from '../deliveries/delivery.schema.js';
import { SETTINGS_DB } from '../settings.tokens.js';
import { ListReminderRow } from './list-reminder.schema.js';

@Injectable()
export class ListRemindersRepository extends DeliveriesRepository<ListReminderRow> {
  constructor(@InjectModel(ListReminderRow.name, SETTINGS_DB) reminders: Model<ListReminderRow>) {
    super(reminders);
  }

  /** Does nothing where the list was told of on this day already. */
  async add(reminder: Omit<ListReminderRow, 'deliveries'>, phones: readonly string[]): Promise<void> {
    const deliveries = deliveriesOf('due', phones, reminder.at);
    await this.documents.create({ ...reminder, deliveries } as ListReminderRow).catch(nullIfDuplicate);
  }

  async removeOfShop(userId: string): Promise<void> {
    await this.documents.deleteMany({ userId });
  }
}
