import {
  type AccountRole,
  type DynamicPriceInterval,
  type Language,
  laterOf,
  type Layout,
  marketRows,
  metals,
  newShop,
  type Numerals,
  type OffHours,
  switchedMetals,
} from '@sarafa/contracts';
import { indexUnpublished, Published } from '@sarafa/server/mongo';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import mongoose, { type HydratedDocument } from 'mongoose';

/** Whatever a new shop has is stored: the compiler asks for a field here, because an unknown one would be dropped silently. */
type Settings = { readonly [Name in keyof typeof newShop]: unknown };

/** An admin or a shop. The defaults are those of a new shop (rule 5.1). */
@Schema({ collection: 'accounts', timestamps: true })
export class Account extends Published implements Settings {
  /** A deleted account stays, without its content, until every service has been told of the deletion. */
  @Prop({ type: String, required: true, enum: ['admin', 'user', 'deleted'] }) role!: AccountRole | 'deleted';
  /** The role that a deleted account had. */
  @Prop({ type: String, enum: ['admin', 'user'] }) was?: AccountRole;
  @Prop({ type: String, required: true }) username!: string;
  /** argon2id; empty in a deleted account. */
  @Prop({ type: String, default: '' }) password_hash!: string;
  /** A token with an older version is refused. */
  @Prop({ type: Number, default: 1 }) credentials_version!: number;
  /** The running deletion of this admin. The ObjectId contains the time at which the deletion began. */
  @Prop({ type: mongoose.Schema.Types.ObjectId }) leaving?: mongoose.Types.ObjectId;
  /** The admin who made the account, stored when the request carried an idempotency key. */
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
  @Prop({ type: Boolean, default: newShop.show_day_change }) show_day_change!: boolean;
  @Prop({ type: String, default: newShop.language }) language!: Language;
  /** Null means none. */
  @Prop({ type: String, default: newShop.second_language }) second_language!: Language | null;
  @Prop({ type: String, default: newShop.numerals }) numerals!: Numerals;
  /** Null means never. */
  @Prop({ type: mongoose.Schema.Types.Mixed, default: newShop.off_hours }) off_hours!: OffHours | null;
  /** Null means the market's rates. */
  @Prop({ type: String, default: newShop.rate_list_id }) rate_list_id!: string | null;
  @Prop({ type: Number, default: newShop.price_update_interval }) price_update_interval!: number;
  /** Null means the provider's default. */
  @Prop({ type: Number, default: newShop.dynamic_price_interval }) dynamic_price_interval!: DynamicPriceInterval | null;
  @Prop({ type: Number, default: newShop.price_display_time }) price_display_time!: number;
  @Prop({ type: Number, default: newShop.ad_display_time }) ad_display_time!: number;
  @Prop({ type: Boolean, default: newShop.default_mute_state }) default_mute_state!: boolean;
  @Prop({ type: Boolean, default: newShop.subscription_active }) subscription_active!: boolean;
  @Prop({ type: Date, default: () => oneYearFrom(new Date()) }) subscription_end_date!: Date;
}

export type AccountDocument = HydratedDocument<Account>;

/** A shop's settings of metals and rows that came after the first release; the class above has the others. */
const laterSettings = Object.fromEntries([
  ...laterOf(metals).map((metal) => [`${metal}_margin`, Number]),
  ...laterOf(switchedMetals).map((metal) => [`${metal}_prices_enabled`, Boolean]),
  ...laterOf(marketRows).map((type) => [`${type}_enabled`, Boolean]),
]) as Record<string, NumberConstructor | BooleanConstructor>;

export const AccountSchema = indexUnpublished(SchemaFactory.createForClass(Account).add(laterSettings))
  // Spellings of one username count as one (rule 2.1).
  .index({ username: 1 }, { unique: true, collation: { locale: 'en', strength: 2 } })
  .index({ role: 1, _id: 1 })
  // Few shops have the rates of a list.
  .index({ rate_list_id: 1 }, { partialFilterExpression: { rate_list_id: { $type: 'string' } } })
  .index({ created_by_key: 1 }, { sparse: true });

/** The update that empties an account and leaves only what other services have to be told. The username is free at once. */
export const DELETION = [
  {
    $replaceWith: {
      _id: '$_id',
      role: 'deleted',
      was: '$role',
      // No username may contain `#`, so this placeholder never takes a new account's name.
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
