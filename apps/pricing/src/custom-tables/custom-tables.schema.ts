import { indexUnpublished, Published } from '@sarafa/server/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { HydratedDocument, Types } from 'mongoose';

@Schema({ _id: true })
class StoredCustomTable {
  readonly _id!: Types.ObjectId;
  @Prop({ type: String, required: true }) title!: string;
  /** Rupees. */
  @Prop({ type: Number, default: 0 }) price!: number;
  @Prop({ type: Date, default: () => new Date() }) createdAt!: Date;
  /** The admin who made the row, stored when the request carried an idempotency key. */
  @Prop({ type: String }) created_by?: string;
  @Prop({ type: String }) created_by_key?: string;
  /** The price of that request, because the row's own may change; rows of earlier releases don't have it. */
  @Prop({ type: Number }) created_price?: number;
}

/**
 * All custom rows of one shop, in one document under the shop's id, so that one atomic write changes what the shop's boards
 * show.
 */
@Schema({ collection: 'custom_tables', timestamps: true })
export class ShopCustomTables extends Published {
  @Prop({ type: [SchemaFactory.createForClass(StoredCustomTable)], default: [] }) tables!: StoredCustomTable[];
}

export type ShopCustomTablesDocument = HydratedDocument<ShopCustomTables>;

export const ShopCustomTablesSchema = indexUnpublished(SchemaFactory.createForClass(ShopCustomTables))
  .index({ 'tables._id': 1 })
  .index({ 'tables.created_by_key': 1 }, { sparse: true });
