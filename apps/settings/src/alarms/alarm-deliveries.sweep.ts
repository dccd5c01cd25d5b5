import { Injectable } from '@nestjs/common';
import { DeliveriesSweep } from '../deliveries/deliveries.sweep.js';
import type { Delivery, DeliveryStatus } from '../deliveries/delivery.schema.js';
import { instantOf } from '../instants.js';
import { PhonesService } from '../phones/phones.service.js';
import { SettingsLease } from '../settings.lease.js';
import type { ScreenAlarmDocument, ScreenAlarmRow } from './alarm.schema.js';
import { AlarmsRepository } from './alarms.repository.js';
import { Webhook } from './webhook.js';

/** Sends what is to be told of alarms. */
@Injectable()
export class AlarmDeliveriesSweep extends DeliveriesSweep<ScreenAlarmRow> {
  constructor(
    alarms: AlarmsRepository,
    private readonly phones: PhonesService,
    private readonly webhook: Webhook,
    lease: SettingsLease,
  ) {
    super(alarms, lease);
  }

  /** The end of an alarm waits for its beginning: a receiver takes a screen for what was said of it last. */
  protected override before({ deliveries }: ScreenAlarmDocument, { event, phone }: Delivery): Delivery | undefined {
    return event === 'playing' ? deliveries.find((one) => one.event === 'dark' && one.phone === phone) : undefined;
  }

  protected async send(alarm: ScreenAlarmDocument, delivery: Delivery): Promise<DeliveryStatus> {
    const { _id, event, phone } = delivery;
    const { screen, name, userId } = alarm;
    const state = event === 'dark' ? alarm.state : 'playing';
    const since = instantOf(event === 'dark' ? alarm.since : alarm.ended_at!);
    if (phone === null) {
      const content = { event: `screen.${event}`, alarm: String(alarm._id), screen, name, userId, state, since };
      return (await this.webhook.send(String(_id), content)) === 'sent' ? 'sent' : 'waiting';
    }
    // A phone that hasn't been told of the dark screen by its end is told nothing of it.
    const isOver = event === 'dark' ? alarm.ended_at !== null : this.before(alarm, delivery)?.status !== 'sent';
    if (isOver) return 'failed';
    // A phone of another shop is one on which that shop has signed in since.
    return this.phones.send(phone, (owner) => owner.userId === userId, { screen, name, state, since });
  }
}
