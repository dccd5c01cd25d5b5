import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Types } from 'mongoose';

/** What is said by a message: that a screen doesn't play, that it plays again, that a rate list is to be set, or that a rate card is ready. */
type DeliveryEvent = 'dark' | 'playing' | 'due';
export type DeliveryStatus = 'waiting' | 'sent' | 'failed';
/** A phone's push subscription; null for the webhook. */
export type Receiver = string | null;
/** Each has a sweep of its own, so that a webhook which answers nobody keeps no phone waiting. */
export type Channel = 'phones' | 'webhook';

/** A message that goes to one receiver, and is tried again until it is there or has failed for good. */
@Schema()
export class Delivery {
  readonly _id!: Types.ObjectId;
  @Prop({ type: String, required: true, enum: ['dark', 'playing', 'due'] }) event!: DeliveryEvent;
  @Prop({ type: String, default: null }) phone!: Receiver;
  @Prop({ type: String, default: 'waiting' }) status!: DeliveryStatus;
  @Prop({ type: Number, default: 0 }) tries!: number;
  @Prop({ type: Date, required: true }) next_at!: Date;
}
export const DeliverySchema = SchemaFactory.createForClass(Delivery);

/** For each receiver, to be sent at `at`. */
export function deliveriesOf(event: DeliveryEvent, receivers: readonly Receiver[], at: Date) {
  return receivers.map((phone): Pick<Delivery, 'event' | 'phone' | 'next_at'> => ({ event, phone, next_at: at }));
}

/** The index by which sweeps find what is to be sent. */
export const WAITING = [{ 'deliveries.next_at': 1 }, { partialFilterExpression: { 'deliveries.status': 'waiting' } }] as const;
