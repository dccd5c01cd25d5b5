import { accountState } from '@sarafa/contracts';
import { Repeating, StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { instantOf } from '../instants.js';
import { SettingsLease } from '../settings.lease.js';
import type { Delivery, DeliveryStatus, PushSubscriptionRow, ScreenAlarmDocument } from './alarm.schema.js';
import { AlarmsRepository } from './alarms.repository.js';
import { PushSender } from './push-sender.js';
import { PushSubscriptionsRepository } from './push-subscriptions.repository.js';
import { Webhook } from './webhook.js';

const PAUSE_MS = 1_000;
const AT_ONCE = 50;
/** The pause before the second try; each further one is four times as long, up to an hour. In all they take about four and a half hours. */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 3_600_000;
const MOST_TRIES = 10;

/** Sends what is to be told of alarms, in one replica, and tries again what its receiver didn't take. */
@Injectable()
export class DeliveriesSweep extends Repeating {
  constructor(
    private readonly alarms: AlarmsRepository,
    private readonly phones: PushSubscriptionsRepository,
    private readonly push: PushSender,
    private readonly webhook: Webhook,
    private readonly lease: SettingsLease,
    private readonly state: StateCache,
  ) {
    super();
  }

  protected pause(): number {
    return PAUSE_MS;
  }

  protected async turn(): Promise<void> {
    if (!this.lease.isHeld) return;
    const now = new Date();
    const alarms = await this.alarms.listDue(now, AT_ONCE);
    const isDue = ({ status, next_at }: Delivery) => status === 'waiting' && next_at <= now;
    // All of them are awaited: the next turn would send again what is still on its way when one of them fails.
    const results = await Promise.allSettled(
      alarms.flatMap((alarm) => alarm.deliveries.filter(isDue).map((delivery) => this.deliverInOrder(alarm, delivery))),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** The end of an alarm waits for its beginning: a receiver takes a screen for what was said of it last. */
  private deliverInOrder(alarm: ScreenAlarmDocument, delivery: Delivery): Promise<void> {
    const dark = darkBefore(alarm, delivery);
    return dark?.status === 'waiting'
      ? this.alarms.postpone(alarm._id, delivery._id, dark.next_at)
      : this.deliver(alarm, delivery);
  }

  private async deliver(alarm: ScreenAlarmDocument, delivery: Delivery): Promise<void> {
    // A message that can't even be sent waits like one that its receiver didn't take, so that it isn't tried every second.
    const status = await this.send(alarm, delivery).catch((error: unknown) => {
      this.log.warn(`The alarm ${String(alarm._id)} couldn't be sent: ${String(error)}`);
      return 'waiting' as const;
    });
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 4 ** delivery.tries);
    const isLast = delivery.tries + 1 >= MOST_TRIES;
    const next = new Date(Date.now() + pause);
    await this.alarms.setDelivery(alarm._id, delivery._id, status === 'waiting' && isLast ? 'failed' : status, next);
  }

  private async send(alarm: ScreenAlarmDocument, delivery: Delivery): Promise<DeliveryStatus> {
    const { _id, event, phone } = delivery;
    const { screen, name, userId } = alarm;
    const state = event === 'dark' ? alarm.state : 'playing';
    const since = instantOf(event === 'dark' ? alarm.since : alarm.ended_at!);
    if (phone === null) {
      const content = { event: `screen.${event}`, alarm: String(alarm._id), screen, name, userId, state, since };
      return (await this.webhook.send(String(_id), content)) === 'sent' ? 'sent' : 'waiting';
    }
    // A phone that hasn't been told of the dark screen by its end is told nothing of it.
    const isOver = event === 'dark' ? alarm.ended_at !== null : darkBefore(alarm, delivery)?.status !== 'sent';
    if (isOver) return 'failed';
    const subscription = await this.phones.find(phone);
    // The shop has switched it off since, or another shop has signed in on this phone.
    if (subscription?.userId !== userId) return 'failed';
    const isSignedOut = await this.isSignedOut(subscription);
    const result = isSignedOut ? 'gone' : await this.push.send(subscription, { screen, name, state, since });
    if (result === 'gone') await this.phones.remove(phone);
    return result === 'sent' ? 'sent' : result === 'retry' ? 'waiting' : 'failed';
  }

  /** Whether the shop has changed its password or signed out everywhere since this phone was told to us (rule 14.11). */
  private async isSignedOut({ userId, credentials_version }: PushSubscriptionRow): Promise<boolean> {
    const account = await this.state.load(accountState, userId);
    return account !== null && credentials_version !== null && credentials_version < account.credentials_version;
  }
}

/** What the receiver of a `playing` was to be told before it. */
function darkBefore({ deliveries }: ScreenAlarmDocument, { event, phone }: Delivery): Delivery | undefined {
  return event === 'playing' ? deliveries.find((one) => one.event === 'dark' && one.phone === phone) : undefined;
}
