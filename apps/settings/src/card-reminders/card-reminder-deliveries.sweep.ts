import { shopProfile } from '@sarafa/contracts';
import { cardDueSince } from '@sarafa/domain';
import { StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { DeliveriesSweep } from '../deliveries/deliveries.sweep.js';
import type { Delivery, DeliveryStatus } from '../deliveries/delivery.schema.js';
import { PhonesService } from '../phones/phones.service.js';
import { SettingsLease } from '../settings.lease.js';
import type { CardReminderRow } from './card-reminder.schema.js';
import { CardRemindersRepository } from './card-reminders.repository.js';

/** Sends what is to be told of rate cards. */
@Injectable()
export class CardReminderDeliveriesSweep extends DeliveriesSweep<CardReminderRow> {
  constructor(
    repository: CardRemindersRepository,
    private readonly phones: PhonesService,
    private readonly state: StateCache,
    lease: SettingsLease,
  ) {
    super(repository, lease);
  }

  /** Nothing where the shop has chosen another time meanwhile, or the push service takes the message only long afterwards. */
  protected async send({ userId, at }: CardReminderRow, { phone }: Delivery): Promise<DeliveryStatus> {
    const shop = await this.state.load(shopProfile, userId);
    if (phone === null || !shop || cardDueSince(shop, Date.now()) !== at.getTime()) return 'failed';
    const message = { card: userId, name: shop.shop_name, since: at.toISOString() };
    return this.phones.send(phone, (owner) => owner.userId === userId, message);
  }
}
