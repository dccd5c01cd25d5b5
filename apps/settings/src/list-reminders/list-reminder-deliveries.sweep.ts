import { kolkataDayNumber } from '@sarafa/domain';
import { Injectable } from '@nestjs/common';
import { DeliveriesSweep } from '../deliveries/deliveries.sweep.js';
import type { Delivery, DeliveryStatus } from '../deliveries/delivery.schema.js';
import { PhonesService } from '../phones/phones.service.js';
import { SettingsLease } from '../settings.lease.js';
import type { ListReminderRow } from './list-reminder.schema.js';
import { ListRemindersRepository } from './list-reminders.repository.js';

/** Sends what is to be told of lists. */
@Injectable()
export class ListReminderDeliveriesSweep extends DeliveriesSweep<ListReminderRow> {
  constructor(
    reminders: ListRemindersRepository,
    private readonly phones: PhonesService,
    lease: SettingsLease,
  ) {
    super(reminders, lease);
  }

  protected async send({ list, name, userId, at }: ListReminderRow, { phone }: Delivery): Promise<DeliveryStatus> {
    // On the next day the list may have been set, and there is another reminder where it wasn't.
    if (phone === null || kolkataDayNumber(at.getTime()) !== kolkataDayNumber(Date.now())) return 'failed';
    const message = { list, name, since: at.toISOString() };
    return this.phones.send(phone, (owner) => (userId === null ? owner.role === 'admin' : owner.userId === userId), message);
  }
}
