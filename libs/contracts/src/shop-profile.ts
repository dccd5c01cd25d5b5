// What a board has to know of its shop, apart from shops.ts, because a board's script contains all of each module that it imports.
import { z } from 'zod';
import { Id, Instant } from './common.js';
import { boardLimits } from './board-limits.js';
import { marketRows, switchedMetals } from './market-rows.js';
import { metals } from './metals.js';
import { DynamicPriceInterval } from './pricing.js';
import { fieldsOf } from './tables.js';

export const Layout = z.enum(['horizontal', 'vertical']);
export type Layout = z.infer<typeof Layout>;

/** The languages that a board speaks (rule 8.17), as BCP 47 tags. */
export const Language = z.enum(['en', 'hi', 'mr', 'gu', 'ta', 'te', 'kn', 'ml', 'bn', 'pa']);
export type Language = z.infer<typeof Language>;

/** The digits of a board: Latin ones, or those of its language, which in English are the same (rule 8.18). */
export const Numerals = z.enum(['latn', 'native']);
export type Numerals = z.infer<typeof Numerals>;

/** When the shop's screens are black, every day in Asia/Kolkata (rule 14.9): 'HH:mm', also over midnight. */
export const OffHours = z.object({ from: z.string(), to: z.string() });
export type OffHours = z.infer<typeof OffHours>;

/**
 * A shop as its board needs it, published by users. It is public, so it has no personal data and no secret. Limits of what a
 * person may set belong to the input; this may come from another release, so no value is refused for being out of today's
 * range.
 */
export const ShopProfile = z.object({
  id: Id,
  username: z.string(),
  shop_name: z.string(),
  /** Path relative to the API base, `/media/...`; empty when the shop has none. */
  logo_url: z.string(),
  city: z.string(),
  layout_orientation: Layout.catch('horizontal'),
  buy_margin: z.number(),
  sell_margin: z.number(),
  ...fieldsOf(metals, '_margin', z.number()),
  ads_enabled: z.boolean(),
  ...fieldsOf(switchedMetals, '_prices_enabled', z.boolean()),
  ...fieldsOf(marketRows, '_enabled', z.boolean()),
  rates_over_ads: z.boolean(),
  /** Whether each price says by how much it has changed today; not from the release before. */
  show_day_change: z.boolean().optional(),
  /** What its boards say everything in; not from the release before, and English for one of a later release. */
  language: Language.catch('en').optional(),
  /** What its labels say as well (rule 8.19); null, or the same as the first, for none. One of a later release is none. */
  second_language: Language.nullable().catch(null).optional(),
  numerals: Numerals.catch('latn').optional(),
  /** Null, or missing from the release before, for never. */
  off_hours: OffHours.nullable().catch(null).optional(),
  /** The list whose fixed rates the shop has in place of the market's; null, or missing from the release before, for the market's. */
  rate_list_id: Id.nullable().optional(),
  /** Milliseconds between a board's polls. */
  price_update_interval: z.int().positive(),
  /** Null means the provider's default. */
  dynamic_price_interval: DynamicPriceInterval.nullable().catch(null),
  /** Seconds. */
  price_display_time: z.int().positive(),
  /** Seconds. */
  ad_display_time: z.int().positive(),
  default_mute_state: z.boolean(),
  subscription_active: z.boolean(),
  subscription_end_date: Instant,
});
export type ShopProfile = z.infer<typeof ShopProfile>;

/** The answer of `/user/dashboard/{id}`: the profile with the interval in force and the state of the subscription. */
export const ShopDashboard = ShopProfile.extend({
  _id: Id,
  role: z.literal('user'),
  dynamic_price_interval: DynamicPriceInterval.catch(boardLimits.dynamicPriceIntervalDefault),
  /** Whether the subscription is active and not past its end. */
  isSubscriptionValid: z.boolean(),
  /** Whether the subscription is past its end. */
  isSubscriptionExpired: z.boolean(),
});
export type ShopDashboard = z.infer<typeof ShopDashboard>;
