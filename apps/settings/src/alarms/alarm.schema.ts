import type { ScreenState } from '@sarafa/contracts';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import mongoose, { type HydratedDocument, type Types } from 'mongoose';

/** What is said by a message: that a screen doesn't play, or that it plays again. */
export type AlarmEvent = 'dark' | 'playing';
export type DeliveryStatus = 'waiting' | 'sent' | 'failed';

/** A message that goes to one receiver, and is tried again until it is there or has failed for good. */
@Schema()
export class Delivery {
  readonly _id!: Types.ObjectId;
  @Prop({ type: String, required: true, enum: ['dark', 'playing'] }) event!: AlarmEvent;
  /** The push subscription; null for the webhook. */
  @Prop({ type: String, default: null }) phone!: string | null;
  @Prop({ type: String, default: 'waiting' }) status!: DeliveryStatus;
  @Prop({ type: Number, default: 0 }) tries!: number;
  @Prop({ type: Date, required: true }) next_at!: Date;
}

/** A screen that didn't play for five minutes. The history, and the outbox of what is to be told of it. */
@Schema({ collection: 'screen_alarms' })
export class ScreenAlarmRow {
  readonly _id!: Types.ObjectId;
  @Prop({ type: String, required: true }) screen!: string;
  @Prop({ type: String, required: true }) name!: string;
  @Prop({ type: String, required: true }) userId!: string;
  @Prop({ type: String, required: true }) state!: ScreenState;
  @Prop({ type: Date, required: true }) since!: Date;
  @Prop({ type: Date, required: true }) at!: Date;
  @Prop({ type: Date, default: null }) ended_at!: Date | null;
  @Prop({ type: [SchemaFactory.createForClass(Delivery)], default: [] }) deliveries!: Delivery[];
}

export type ScreenAlarmDocument = HydratedDocument<ScreenAlarmRow>;

/** Alarms are kept for a quarter of a year. */
const KEPT_S = 90 * 86_400;

export const ScreenAlarmSchema = SchemaFactory.createForClass(ScreenAlarmRow)
  // A screen has one alarm at a time, whichever replicas look at it.
  .index({ screen: 1 }, { unique: true, partialFilterExpression: { ended_at: null } })
  .index({ screen: 1, at: -1 })
  .index({ userId: 1, at: -1 })
  .index({ at: 1 }, { expireAfterSeconds: KEPT_S })
  .index({ 'deliveries.next_at': 1 }, { partialFilterExpression: { 'deliveries.status': 'waiting' } });

/** A phone that a shop has allowed alarms on, under the beginning of the hash of its address at the push service. */
@Schema({ collection: 'push_subscriptions' })
export class PushSubscriptionRow {
  @Prop({ type: String, required: true }) _id!: string;
  @Prop({ type: String, required: true }) userId!: string;
  @Prop({ type: String, required: true }) endpoint!: string;
  @Prop({ type: mongoose.Schema.Types.Mixed, required: true }) keys!: { p256dh: string; auth: string };
  @Prop({ type: Date, required: true }) at!: Date;
  /** The shop's `credentials_version` when the phone was last told to us; null in what was stored without one. */
  @Prop({ type: Number, default: null }) credentials_version!: number | null;
}
export const PushSubscriptionSchema = SchemaFactory.createForClass(PushSubscriptionRow).index({ userId: 1 });

/** The key pair that push services know the product by, made once for all replicas. */
@Schema({ collection: 'push_keys' })
export class PushKeysRow {
  @Prop({ type: String, required: true }) _id!: string;
  @Prop({ type: String, required: true }) public_key!: string;
  @Prop({ type: String, required: true }) private_key!: string;
}
export const PushKeysSchema = SchemaFactory.createForClass(PushKeysRow);
