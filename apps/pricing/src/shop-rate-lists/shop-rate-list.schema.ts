import { limits, type LandedDay } from '@sarafa/contracts';
import { indexUnpublished, Published } from '@sarafa/server/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import mongoose, { type HydratedDocument } from 'mongoose';
import type { StoredRevision } from '../rate-lists/rate-list.schema.js';

const { Mixed, ObjectId } = mongoose.Schema.Types;
const DAY_SECONDS = 86_400;

/** `since` is when rates were taken away last, where none was set after that. */
export type OwnRevision = StoredRevision & { since?: Date };

/** The list that one shop keeps itself, in a document under the shop's id. Not minimized: a first day has an empty `previousClose`. */
@Schema({ collection: 'shop_rate_lists', timestamps: true, minimize: false })
export class ShopRateList extends Published {
  @Prop({ type: String, required: true }) name!: string;
  @Prop({ type: Number, required: true }) valid_hours!: number;
  @Prop({ type: String, default: null }) reminder_time!: string | null;
  /** When the shop was last told that the list hasn't been set. */
  @Prop({ type: Date }) reminded_at?: Date;
  // Copies of the contracts' shapes: nothing in them is asked for on its own.
  /** With the name and the hours of that time; those of now are beside it. */
  @Prop({ type: Mixed, required: true }) present!: OwnRevision;
  @Prop({ type: Mixed, default: null }) day!: LandedDay | null;
}
export type ShopRateListDocument = HydratedDocument<ShopRateList>;
export const ShopRateListSchema = indexUnpublished(SchemaFactory.createForClass(ShopRateList)).index(
  { reminder_time: 1 },
  { partialFilterExpression: { reminder_time: { $type: 'string' } } },
);

/**
 * What such a list was from `set_at` on, which is `since` of a revision that has one. In documents of its own, because every sweep
 * reads the lists whole. The present setting may be missing: it is stored with the list, and joins these when the list is set again.
 */
@Schema({ collection: 'shop_rate_list_revisions' })
export class ShopRateListRevision {
  @Prop({ type: ObjectId, required: true }) shop!: mongoose.Types.ObjectId;
  @Prop({ type: Date, required: true }) set_at!: Date;
  @Prop({ type: Mixed, required: true }) revision!: OwnRevision;
}
export const ShopRateListRevisionSchema = SchemaFactory.createForClass(ShopRateListRevision)
  .index({ shop: 1, set_at: -1 }, { unique: true })
  .index({ set_at: 1 }, { expireAfterSeconds: limits.historyDays * DAY_SECONDS });
