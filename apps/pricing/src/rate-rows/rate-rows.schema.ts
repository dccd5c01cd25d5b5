import { indexUnpublished, Published } from '@sarafa/server/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { HydratedDocument } from 'mongoose';

/** Words are stored as plain text, since a later release may have written one that isn't known here. */
@Schema({ _id: false, id: false })
class StoredRateRow {
  @Prop({ type: String, required: true }) id!: string;
  @Prop({ type: String, default: '' }) title!: string;
  @Prop({ type: String, required: true }) metal!: string;
  /** Parts in a thousand. */
  @Prop({ type: Number, required: true }) fineness!: number;
  @Prop({ type: Number, required: true }) unit_grams!: number;
  @Prop({ type: String, required: true }) side!: string;
  @Prop({ type: Number, required: true }) percent!: number;
  @Prop({ type: Number, required: true }) rupees_per_gram!: number;
  /** Rupees. */
  @Prop({ type: Number, required: true }) round_to!: number;
  @Prop({ type: String, required: true }) rounding!: string;
  @Prop({ type: Boolean, required: true }) shown!: boolean;
}

/**
 * All rows of one shop that the market prices, in one document under the shop's id, so that one atomic write replaces the whole
 * list. Its `rev` is the one that a list names which is to replace it.
 */
@Schema({ collection: 'rate_rows', timestamps: true })
export class ShopRateRows extends Published {
  @Prop({ type: String, required: true }) rows_mode!: string;
  @Prop({ type: [SchemaFactory.createForClass(StoredRateRow)], default: [] }) rows!: StoredRateRow[];
}

export type ShopRateRowsDocument = HydratedDocument<ShopRateRows>;

export const ShopRateRowsSchema = indexUnpublished(SchemaFactory.createForClass(ShopRateRows));
