import type { ImportDuty, PublishedRateList, Quote } from '@sarafa/contracts';
import { indexUnpublished, Published } from '@sarafa/server/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import mongoose, { type HydratedDocument } from 'mongoose';

const { Mixed } = mongoose.Schema.Types;

/**
 * The last hold of one shop, in one document under the shop's id, with the rates that it holds: quotes, duties and lists change, and
 * some are deleted, while a hold is on. An ended hold stays, so that its end is published like any change.
 */
@Schema({ collection: 'holds', timestamps: true })
export class ShopHold extends Published {
  @Prop({ type: Date, required: true }) since!: Date;
  @Prop({ type: Date, required: true }) until!: Date;
  // Copies of the contracts' shapes: nothing in them is asked for on its own.
  @Prop({ type: Mixed, default: null }) quote!: Quote | null;
  @Prop({ type: Mixed, default: null }) duty!: ImportDuty | null;
  @Prop({ type: Mixed, default: null }) rate_list!: PublishedRateList | null;
  /**
   * In place of `rate_list`: a list that the release before would price by fineness; so it finds nothing in such a hold. With the
   * `since` of its hold, because that release leaves the field as it is when it begins the next one.
   */
  @Prop({ type: Mixed, default: null }) purity?: { since: Date; list: PublishedRateList } | null;
  /** Metals whose prices were stale when the hold began. */
  @Prop({ type: [String] }) stale_metals?: string[];
}

export type ShopHoldDocument = HydratedDocument<ShopHold>;

export const ShopHoldSchema = indexUnpublished(SchemaFactory.createForClass(ShopHold).index({ until: 1 }));

/** The list by purity that the hold is of. */
export function purityListOf({ since, purity }: Pick<ShopHold, 'since' | 'purity'>): PublishedRateList | null {
  return purity?.since.getTime() === since.getTime() ? purity.list : null;
}
