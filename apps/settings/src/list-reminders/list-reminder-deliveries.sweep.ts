import { Injectable } from '@nestjs/common';
import { DeliveriesSweep } from '../deliveries/deliveries.sweep.js';
import type { Delivery, DeliveryStatus } from '../deliveries/delivery.schema.js';
import { PhonesService } from '../phones/phones.service.js';
import { SettingsLease } from '../settings.lease.js';
import type { ListReminderRow } from './list-reminder.schema.js';
import { ListRemindersRepository } from './list-reminders.repository.js';
import { ListRemindersService } from './list-reminders.service.js';

/** Sends what is to be told of lists. */
@Injectable()
export class ListReminderDeliveriesSweep extends DeliveriesSweep<ListReminderRow> {
  constructor(
    repository: ListRemindersRepository,
    private readonly reminders: ListRemindersService,
    private readonly phones: PhonesService,
    lease: SettingsLease,
  ) {
    super(repository, lease);
  }

  protected async send(reminder: ListReminderRow, { phone }: Delivery): Promise<DeliveryStatus> {
    const { list, name, userId, at } = reminder;
    if (phone === null || !(await this.reminders.isDue(reminder))) return 'failed';
    const message = { list, name, since: at.toISOString() };
    return this.phones.send(phone, (owner) => (userId === null ? owner.role === 'admin' : owner.userId === userId), message);
  }
}
