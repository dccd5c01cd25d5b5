import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { type Delivery, DeliverySchema, WAITING } from '../deliveries/delivery.schema.js';

/** A list that was not set by its reminder time, with the outbox of what is to be told of it. Its id names the list and the day. */
@Schema({ collection: 'list_reminders' })
export class ListReminderRow {
  @Prop({ type: String, required: true }) _id!: string;
  @Prop({ type: String, required: true }) list!: string;
  @Prop({ type: String, required: true }) name!: string;
  /** The shop whose own list it is; null for a list of the provider. */
  @Prop({ type: String, default: null }) userId!: string | null;
  @Prop({ type: Date, required: true }) at!: Date;
  @Prop({ type: [DeliverySchema], default: [] }) deliveries!: Delivery[];
}

/** Nobody asks for earlier ones. */
const KEPT_S = 7 * 86_400;

export const ListReminderSchema = SchemaFactory.createForClass(ListReminderRow)
  .index({ at: 1 }, { expireAfterSeconds: KEPT_S })
  .index({ userId: 1 })
  .index(...WAITING);
