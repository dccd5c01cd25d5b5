import { limits, type DynamicPriceInterval } from '@sarafa/contracts';
import { indexAudited } from '@sarafa/server/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** One document: how often the market is asked, and how often boards move unless their shop says otherwise. */
@Schema({ collection: 'price_settings', timestamps: true })
export class StoredPriceSettings {
  @Prop({ type: String, required: true }) _id!: 'market';
  @Prop({ type: Number, default: limits.updateIntervalDefault }) update_interval_ms!: number;
  @Prop({ type: Number, default: limits.dynamicPriceIntervalDefault }) dynamic_price_interval!: DynamicPriceInterval;
  /** The number of changes. */
  @Prop({ type: Number, default: 1 }) rev!: number;
}

export const StoredPriceSettingsSchema = indexAudited(SchemaFactory.createForClass(StoredPriceSettings));
