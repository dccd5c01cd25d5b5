import type { HydratedDocument, Model, QueryFilter, Types } from 'mongoose';
import type { Channel, Delivery, DeliveryStatus } from './delivery.schema.js';

/** What people are told of, with the outbox of the messages about it. */
export interface Told {
  readonly _id: Types.ObjectId | string;
  deliveries: Delivery[];
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
      deliveries: { $elemMatch: { status: 'waiting', next_at: { $lte: now }, phone: to === 'phones' ? { $ne: null } : null } },
    };
    return this.documents
      .find(due as QueryFilter<T>)
      .sort({ 'deliveries.next_at': 1 })
      .limit(limit)
      .exec() as unknown as Promise<ToldDocument<T>[]>;
  }

  async setDelivery(of: T['_id'], delivery: Types.ObjectId, status: DeliveryStatus, next_at: Date): Promise<void> {
    const set = { 'deliveries.$.status': status, 'deliveries.$.next_at': next_at };
    await this.change(of, delivery, { $set: set, $inc: { 'deliveries.$.tries': 1 } });
  }

  /** Delays a delivery, which doesn't count as a try. */
  async postpone(of: T['_id'], delivery: Types.ObjectId, next_at: Date): Promise<void> {
    await this.change(of, delivery, { $set: { 'deliveries.$.next_at': next_at } });
  }

  private async change(_id: T['_id'], delivery: Types.ObjectId, change: object): Promise<void> {
    await this.documents.updateOne({ _id, 'deliveries._id': delivery } as QueryFilter<T>, change);
  }
}
