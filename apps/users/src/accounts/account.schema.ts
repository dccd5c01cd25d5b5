import {
  type AccountRole,
  type DynamicPriceInterval,
  laterOf,
  type Layout,
  marketRows,
  metals,
  newShop,
} from '@sarafa/contracts';
import { indexUnpublished, Published } from '@sarafa/server';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import mongoose, { type HydratedDocument } from 'mongoose';

/** An admin or a shop. Defaults are a new shop's (rulings 5, spec 9). */
@Schema({ collection: 'accounts', timestamps: true })
export class Account extends Published {
  /** A deleted account stays until everybody has been told, without anything of what it was. */
  @Prop({ type: String, required: true, enum: ['admin', 'user', 'deleted'] }) role!: AccountRole | 'deleted';
  /** What a deleted account was. */
  @Prop({ type: String, enum: ['admin', 'user'] }) was?: AccountRole;
  @Prop({ type: String, required: true }) username!: string;
  /** argon2id; empty when deleted. */
  @Prop({ type: String, default: '' }) password_hash!: string;
  /** Tokens of an older version are worth nothing. */
  @Prop({ type: Number, default: 1 }) credentials_version!: number;
  /** The deletion that is under way; it has its time in it. */
  @Prop({ type: mongoose.Schema.Types.ObjectId }) leaving?: mongoose.Types.ObjectId;
  /** The admin who made it, where a repetition is to be known by its key. */
  @Prop({ type: String }) created_by?: string;
  @Prop({ type: String }) created_by_key?: string;
  createdAt!: Date;
  @Prop({ type: String, default: newShop.logo_url }) logo_url!: string;
  @Prop({ type: String, default: newShop.shop_name }) shop_name!: string;
  @Prop({ type: String, default: newShop.city }) city!: string;
  @Prop({ type: String, default: newShop.layout_orientation }) layout_orientation!: Layout;
  @Prop({ type: Number, default: newShop.buy_margin }) buy_margin!: number;
  @Prop({ type: Number, default: newShop.sell_margin }) sell_margin!: number;
  @Prop({ type: Number, default: newShop.gold_margin }) gold_margin!: number;
  @Prop({ type: Number, default: newShop.silver_margin }) silver_margin!: number;
  @Prop({ type: Boolean, default: newShop.ads_enabled }) ads_enabled!: boolean;
  @Prop({ type: Boolean, default: newShop.gold_prices_enabled }) gold_prices_enabled!: boolean;
  @Prop({ type: Boolean, default: newShop.silver_prices_enabled }) silver_prices_enabled!: boolean;
  @Prop({ type: Boolean, default: newShop.gold_24k_enabled }) gold_24k_enabled!: boolean;
  @Prop({ type: Boolean, default: newShop.gold_22k_enabled }) gold_22k_enabled!: boolean;
  @Prop({ type: Boolean, default: newShop.gold_18k_enabled }) gold_18k_enabled!: boolean;
  @Prop({ type: Boolean, default: newShop.silver_enabled }) silver_enabled!: boolean;
  @Prop({ type: Boolean, default: newShop.rates_over_ads }) rates_over_ads!: boolean;
  @Prop({ type: Number, default: newShop.price_update_interval }) price_update_interval!: number;
  /** Null: the provider's default. */
  @Prop({ type: Number, default: newShop.dynamic_price_interval }) dynamic_price_interval!: DynamicPriceInterval | null;
  @Prop({ type: Number, default: newShop.price_display_time }) price_display_time!: number;
  @Prop({ type: Number, default: newShop.ad_display_time }) ad_display_time!: number;
  @Prop({ type: Boolean, default: newShop.default_mute_state }) default_mute_state!: boolean;
  @Prop({ type: Boolean, default: newShop.subscription_active }) subscription_active!: boolean;
  @Prop({ type: Date, default: () => oneYearFrom(new Date()) }) subscription_end_date!: Date;
}

export type AccountDocument = HydratedDocument<Account>;

/** What a shop says of metals and rows that came after the first release, behind what it says of those above. */
const laterSettings = Object.fromEntries([
  ...laterOf(metals).flatMap((metal) => [
    [`${metal}_margin`, Number],
    [`${metal}_prices_enabled`, Boolean],
  ]),
  ...laterOf(marketRows).map((type) => [`${type}_enabled`, Boolean]),
]) as Record<string, NumberConstructor | BooleanConstructor>;

export const AccountSchema = indexUnpublished(SchemaFactory.createForClass(Account).add(laterSettings))
  // Spellings of one username count as one (rulings 2).
  .index({ username: 1 }, { unique: true, collation: { locale: 'en', strength: 2 } })
  .index({ role: 1, _id: 1 })
  .index({ created_by_key: 1 }, { sparse: true });

/** An update after which nothing is left of an account but that it is to be told of. Its username is free at once. */
export const DELETION = [
  {
    $replaceWith: {
      _id: '$_id',
      role: 'deleted',
      was: '$role',
      // No username has such a sign, so no new account is hindered.
      username: { $concat: ['#', { $toString: '$_id' }] },
      rev: { $add: ['$rev', 1] },
      unpublished: true,
    },
  },
];
export const DELETION_OPTIONS = { returnDocument: 'after', updatePipeline: true, timestamps: false } as const;

/** The same day and time a year later; 29 February becomes 1 March. */
export function oneYearFrom(date: Date): Date {
  const end = new Date(date);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  return end;
}
