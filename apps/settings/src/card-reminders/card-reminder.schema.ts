import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type Delivery, DeliverySchema, WAITING } from '../deliveries/delivery.schema.js';

/** A shop's time for its rate card has come, with the outbox of what is to be told of it. Its id names the shop and the time. */
@Schema({ collection: 'card_reminders' })
export class CardReminderRow {
  @Prop({ type: String, required: true }) _id!: string;
  @Prop({ type: String, required: true }) userId!: string;
  @Prop({ type: Date, required: true }) at!: Date;
  @Prop({ type: [DeliverySchema], default: [] }) deliveries!: Delivery[];
}

/** Nobody asks for earlier ones. */
const KEPT_S = 2 * 86_400;

export const CardReminderSchema = SchemaFactory.createForClass(CardReminderRow)
  .index({ at: 1 }, { expireAfterSeconds: KEPT_S })
  .index({ userId: 1 })
  .index(...WAITING);
