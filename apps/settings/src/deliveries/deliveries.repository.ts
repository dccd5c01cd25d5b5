import { CLOCKS_DIFFER_MS } from '@sarafa/server';
import type { HydratedDocument, Model, QueryFilter, Types } from 'mongoose';
import type { Channel, Delivery, DeliveryStatus } from './delivery.schema.js';

/** The longest pause between two tries. */
export const LONGEST_PAUSE_MS = 3_600_000;

/** What people are told of, with the outbox of the messages about it. */
export interface Told {
  readonly _id: Types.ObjectId | string;
  deliveries: Delivery[];
}

/** Of one that waits. What waits for longer than a pause was stored by a clock that was ahead, and would be told of long afterwards. */
export function isDueAt({ next_at }: Delivery, now: Date): boolean {
  return next_at <= now || next_at > latestAt(now);
}

function latestAt(now: Date): Date {
  return new Date(now.getTime() + LONGEST_PAUSE_MS + CLOCKS_DIFFER_MS);
}

export type ToldDocument<T extends Told> = HydratedDocument<T>;

/** The outbox in the documents of one collection. */
export abstract class DeliveriesRepository<T extends Told> {
  protected constructor(protected readonly documents: Model<T>) {}

  /** Those with a delivery to phones, or to the webhook. The earliest first, so that later ones never keep them waiting. */
  listDue(to: Channel, now: Date, limit: number): Promise<ToldDocument<T>[]> {
    const due = {
      // Said once more for the index, which has nothing but documents with a delivery that waits: MongoDB doesn't see it in $elemMatch.
      'deliveries.status': 'waiting',
      deliveries: {
        $elemMatch: {
          status: 'waiting',
          next_at: { $not: { $gt: now, $lte: latestAt(now) } },
          phone: to === 'phones' ? { $ne: null } : null,
        },
      },
    };
    return this.documents
      .find(due as QueryFilter<T>)
      .sort({ 'deliveries.next_at': 1 })
      .limit(limit)
      .exec() as unknown as Promise<ToldDocument<T>[]>;
  }

  /**
   * Writes what a try has come to. A try of a replica that stood still and lost its lease meanwhile may end after another
   * replica's: that a message was sent holds in any case, anything else only where nobody has written since it was read.
   */
  async setDelivery(of: T['_id'], { _id, tries }: Delivery, status: DeliveryStatus, next_at: Date): Promise<void> {
    const set = { 'deliveries.$.status': status, 'deliveries.$.next_at': next_at };
    const change = { $set: set, $inc: { 'deliveries.$.tries': 1 } };
    await this.change(of, status === 'sent' ? { _id } : { _id, tries, status: 'waiting' }, change);
  }

  /** Delays a delivery, which doesn't count as a try. */
  async postpone(of: T['_id'], delivery: Types.ObjectId, next_at: Date): Promise<void> {
    await this.change(of, { _id: delivery }, { $set: { 'deliveries.$.next_at': next_at } });
  }

  private async change(_id: T['_id'], delivery: Partial<Delivery>, change: object): Promise<void> {
    await this.documents.updateOne({ _id, deliveries: { $elemMatch: delivery } } as QueryFilter<T>, change);
  }
}
