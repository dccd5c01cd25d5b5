import { limits, type DynamicPriceInterval, type Layout } from '@sarafa/contracts';
import { indexUnpublished, Published } from '@sarafa/server';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { HydratedDocument } from 'mongoose';

/** An admin or a shop. Defaults are a new shop's (rulings 5, spec 9). */
@Schema({ collection: 'accounts', timestamps: true })
export class Account extends Published {
  @Prop({ type: String, required: true, enum: ['admin', 'user'] }) role!: 'admin' | 'user';
  @Prop({ type: String, required: true }) username!: string;
  /** argon2id. */
  @Prop({ type: String, required: true }) password_hash!: string;
  /** Tokens of an older version are worth nothing. */
  @Prop({ type: Number, default: 1 }) credentials_version!: number;
  @Prop({ type: String, default: '' }) logo_url!: string;
  @Prop({ type: String, default: '' }) shop_name!: string;
  @Prop({ type: String, default: limits.city }) city!: string;
  @Prop({ type: String, default: 'horizontal' }) layout_orientation!: Layout;
  @Prop({ type: Number, default: limits.margin.default }) buy_margin!: number;
  @Prop({ type: Number, default: limits.margin.default }) sell_margin!: number;
  @Prop({ type: Number, default: limits.margin.default }) gold_margin!: number;
  @Prop({ type: Number, default: limits.margin.default }) silver_margin!: number;
  @Prop({ type: Boolean, default: true }) ads_enabled!: boolean;
  @Prop({ type: Boolean, default: true }) gold_prices_enabled!: boolean;
  @Prop({ type: Boolean, default: true }) silver_prices_enabled!: boolean;
  @Prop({ type: Boolean, default: true }) gold_24k_enabled!: boolean;
  @Prop({ type: Boolean, default: true }) gold_22k_enabled!: boolean;
  @Prop({ type: Boolean, default: true }) gold_18k_enabled!: boolean;
  @Prop({ type: Boolean, default: true }) silver_enabled!: boolean;
  @Prop({ type: Boolean, default: true }) rates_over_ads!: boolean;
  @Prop({ type: Number, default: limits.priceUpdateInterval.default }) price_update_interval!: number;
  /** Null: the provider's default. */
  @Prop({ type: Number, default: null }) dynamic_price_interval!: DynamicPriceInterval | null;
  @Prop({ type: Number, default: limits.priceDisplayTime.default }) price_display_time!: number;
  @Prop({ type: Number, default: limits.adDisplayTime.default }) ad_display_time!: number;
  @Prop({ type: Boolean, default: true }) default_mute_state!: boolean;
  @Prop({ type: Boolean, default: true }) subscription_active!: boolean;
  @Prop({ type: Date, default: () => oneYearFrom(new Date()) }) subscription_end_date!: Date;
}

export type AccountDocument = HydratedDocument<Account>;

export const AccountSchema = indexUnpublished(SchemaFactory.createForClass(Account))
  // Spellings of one username count as one (rulings 2).
  .index({ username: 1 }, { unique: true, collation: { locale: 'en', strength: 2 } })
  .index({ role: 1, _id: 1 });

/** The same day and time a year later; 29 February becomes 1 March. */
function oneYearFrom(date: Date): Date {
  const end = new Date(date);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  return end;
}
