import { z } from 'zod';
import { Id, Instant } from './common.js';
import { slice } from './kinds.js';
import { limits } from './limits.js';
import { DynamicPriceInterval } from './pricing.js';

export const Layout = z.enum(['horizontal', 'vertical']);
export type Layout = z.infer<typeof Layout>;

/**
 * A shop as its board needs it, as users publishes it. No name of a person and no secret: everybody may read it. What a person may
 * set is said where it is sent; here another release may have written it, so nothing is refused for being out of today's range.
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
  gold_margin: z.number(),
  silver_margin: z.number(),
  ads_enabled: z.boolean(),
  gold_prices_enabled: z.boolean(),
  silver_prices_enabled: z.boolean(),
  gold_24k_enabled: z.boolean(),
  gold_22k_enabled: z.boolean(),
  gold_18k_enabled: z.boolean(),
  silver_enabled: z.boolean(),
  rates_over_ads: z.boolean(),
  /** Milliseconds between a board's polls. */
  price_update_interval: z.int().positive(),
  /** Null: the provider's default. */
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

/** What a new shop has (rules 5.1 and 5.4). */
export const newShop = {
  shop_name: '',
  logo_url: '',
  city: limits.city,
  layout_orientation: 'horizontal',
  buy_margin: limits.margin.default,
  sell_margin: limits.margin.default,
  gold_margin: limits.margin.default,
  silver_margin: limits.margin.default,
  ads_enabled: true,
  gold_prices_enabled: true,
  silver_prices_enabled: true,
  gold_24k_enabled: true,
  gold_22k_enabled: true,
  gold_18k_enabled: true,
  silver_enabled: true,
  rates_over_ads: true,
  price_update_interval: limits.priceUpdateInterval.default,
  dynamic_price_interval: null,
  price_display_time: limits.priceDisplayTime.default,
  ad_display_time: limits.adDisplayTime.default,
  default_mute_state: true,
  subscription_active: true,
} as const satisfies Omit<ShopProfile, 'id' | 'username' | 'subscription_end_date'>;

/** What `/user/dashboard/{id}` answers: the profile with the interval in force and how the subscription stands now. */
export const ShopDashboard = ShopProfile.extend({
  _id: Id,
  role: z.literal('user'),
  dynamic_price_interval: DynamicPriceInterval.catch(limits.dynamicPriceIntervalDefault),
  /** Active and not past its end. */
  isSubscriptionValid: z.boolean(),
  /** Past its end. */
  isSubscriptionExpired: z.boolean(),
});
export type ShopDashboard = z.infer<typeof ShopDashboard>;

export const shopProfile = slice('boards/*.profile', ShopProfile);
/** There once every shop has been published: from then on, and not before, a shop that isn't there is none. */
export const profilesComplete = slice('boards/profiles-complete', z.object({}));
