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
abstract class AlarmDeliveriesSweep extends DeliveriesSweep<ScreenAlarmRow> {
  /** The end of an alarm waits for its beginning: a receiver takes a screen for what was said of it last. */
  protected override before({ deliveries }: ScreenAlarmDocument, { event, phone }: Delivery): Delivery | undefined {
    return event === 'playing' ? deliveries.find((one) => one.event === 'dark' && one.phone === phone) : undefined;
  }
}

@Injectable()
export class AlarmPhonesSweep extends AlarmDeliveriesSweep {
  constructor(
    alarms: AlarmsRepository,
    private readonly phones: PhonesService,
    lease: SettingsLease,
  ) {
    super(alarms, lease);
  }

  protected async send(alarm: ScreenAlarmDocument, delivery: Delivery): Promise<DeliveryStatus> {
    // A phone that hasn't been told of the dark screen by its end is told nothing of it.
    const isOver = delivery.event === 'dark' ? alarm.ended_at !== null : this.before(alarm, delivery)?.status !== 'sent';
    if (isOver) return 'failed';
    // A phone of another shop is one on which that shop has signed in since.
    return this.phones.send(delivery.phone!, ({ userId }) => userId === alarm.userId, messageOf(alarm, delivery));
  }
}

@Injectable()
export class AlarmWebhookSweep extends AlarmDeliveriesSweep {
  constructor(
    alarms: AlarmsRepository,
    private readonly webhook: Webhook,
    lease: SettingsLease,
  ) {
    super(alarms, lease, 'webhook');
  }

  protected async send(alarm: ScreenAlarmDocument, delivery: Delivery): Promise<DeliveryStatus> {
    const { userId } = alarm;
    const content = { event: `screen.${delivery.event}`, alarm: String(alarm._id), userId, ...messageOf(alarm, delivery) };
    return (await this.webhook.send(String(delivery._id), content)) === 'sent' ? 'sent' : 'waiting';
  }
}

/** What every receiver is told. */
function messageOf({ screen, name, state, since, ended_at }: ScreenAlarmDocument, { event }: Delivery) {
  return event === 'dark'
    ? { screen, name, state, since: instantOf(since) }
    : { screen, name, state: 'playing' as const, since: instantOf(ended_at!) };
}
