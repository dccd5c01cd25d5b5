import type { ScreenState } from '@sarafa/contracts';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { HydratedDocument, Types } from 'mongoose';
import { type Delivery, DeliverySchema, WAITING } from '../deliveries/delivery.schema.js';

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
  @Prop({ type: [DeliverySchema], default: [] }) deliveries!: Delivery[];
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
  .index(...WAITING);
