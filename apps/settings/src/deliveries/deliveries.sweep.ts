import { Repeating } from '@sarafa/server';
import type { SettingsLease } from '../settings.lease.js';
import { type DeliveriesRepository, isDueAt, LONGEST_PAUSE_MS, type Told, type ToldDocument } from './deliveries.repository.js';
import type { Channel, Delivery, DeliveryStatus } from './delivery.schema.js';

const PAUSE_MS = 1_000;
const AT_ONCE = 50;
/** The pause before the second try; each further one is four times as long, up to an hour. In all they take about four and a half hours. */
const FIRST_PAUSE_MS = 5_000;
const MOST_TRIES = 10;

/** Sends the messages of an outbox, in one replica, and tries again what its receiver didn't take. */
export abstract class DeliveriesSweep<T extends Told> extends Repeating {
  protected constructor(
    private readonly outbox: DeliveriesRepository<T>,
    private readonly lease: SettingsLease,
    private readonly to: Channel = 'phones',
  ) {
    super();
  }

  /** Sends one message once; `waiting` where it may be taken later. */
  protected abstract send(of: ToldDocument<T>, delivery: Delivery): Promise<DeliveryStatus>;

  /** What has to be there before a delivery; undefined for nothing. */
  protected before(_of: ToldDocument<T>, _delivery: Delivery): Delivery | undefined {
    return undefined;
  }

  protected pause(): number {
    return PAUSE_MS;
  }

  protected async turn(): Promise<void> {
    if (!this.lease.isHeld) return;
    const now = new Date();
    const due = await this.outbox.listDue(this.to, now, AT_ONCE);
    const isDue = (delivery: Delivery) =>
      delivery.status === 'waiting' && isDueAt(delivery, now) && (delivery.phone === null) === (this.to === 'webhook');
    // All of them are awaited: the next turn would send again what is still on its way when one of them fails.
    const results = await Promise.allSettled(
      due.flatMap((of) => of.deliveries.filter(isDue).map((delivery) => this.deliverInOrder(of, delivery))),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private deliverInOrder(of: ToldDocument<T>, delivery: Delivery): Promise<void> {
    const before = this.before(of, delivery);
    return before?.status === 'waiting'
      ? this.outbox.postpone(of._id, delivery._id, before.next_at)
      : this.deliver(of, delivery);
  }

  private async deliver(of: ToldDocument<T>, delivery: Delivery): Promise<void> {
    // A message that can't even be sent waits like one that its receiver didn't take, so that it isn't tried every second.
    const status = await this.send(of, delivery).catch((error: unknown) => {
      this.log.warn(`The message about ${String(of._id)} couldn't be sent: ${String(error)}`);
      return 'waiting' as const;
    });
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 4 ** delivery.tries);
    const isLast = delivery.tries + 1 >= MOST_TRIES;
    const next = new Date(Date.now() + pause);
    await this.outbox.setDelivery(of._id, delivery, status === 'waiting' && isLast ? 'failed' : status, next);
  }
}
