import { type AccountRole } from '@sarafa/contracts';
import { indexAudited } from '@sarafa/server/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import mongoose from 'mongoose';

/**
 * A phone that a shop or an admin has allowed alarms on, under the beginning of the hash of its address at the push service. Of one
 * that was taken off only its entries of the log are left, until they are copied.
 */
@Schema({ collection: 'push_subscriptions' })
export class PushSubscriptionRow {
  @Prop({ type: String, required: true }) _id!: string;
  /** The account's id. */
  @Prop({ type: String, required: true }) userId!: string;
  /** Missing in what earlier releases have stored, which were phones of shops. */
  @Prop({ type: String }) role?: AccountRole;
  @Prop({ type: String, required: true }) endpoint!: string;
  @Prop({ type: mongoose.Schema.Types.Mixed, required: true }) keys!: { p256dh: string; auth: string };
  @Prop({ type: Date, required: true }) at!: Date;
  /** The account's `credentials_version` when the phone was last told to us; null in what was stored without one. */
  @Prop({ type: Number, default: null }) credentials_version!: number | null;
}
export const PushSubscriptionSchema = indexAudited(SchemaFactory.createForClass(PushSubscriptionRow))
  .index({ userId: 1 })
  .index({ role: 1 }, { partialFilterExpression: { role: 'admin' } });

/** The key pair that push services know the product by, made once for all replicas. */
@Schema({ collection: 'push_keys' })
export class PushKeysRow {
  @Prop({ type: String, required: true }) _id!: string;
  @Prop({ type: String, required: true }) public_key!: string;
  @Prop({ type: String, required: true }) private_key!: string;
}
export const PushKeysSchema = SchemaFactory.createForClass(PushKeysRow);
