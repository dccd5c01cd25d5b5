import { z } from 'zod';
import { Id, Instant } from './common.js';
import { boardLimits } from './board-limits.js';
import { DynamicPriceInterval } from './pricing.js';
import { settingFields } from './shop-settings.js';

/**
 * A shop as its board needs it, published by users. It is public, so it has no personal data and no secret. Settings that came later
 * are missing from the release before.
 */
export const ShopProfile = z.object({
  id: Id,
  username: z.string(),
  ...settingFields(),
  subscription_end_date: Instant,
});
export type ShopProfile = z.infer<typeof ShopProfile>;

/** The answer of `/user/dashboard/{id}`: the profile with the interval in force and the state of the subscription. */
export const ShopDashboard = ShopProfile.extend({
  _id: Id,
  role: z.literal('user'),
  dynamic_price_interval: DynamicPriceInterval.catch(boardLimits.dynamicPriceIntervalDefault),
  /** Null where the shop has the provider's interval. The release before doesn't say it. */
  own_dynamic_price_interval: DynamicPriceInterval.nullable().catch(null).optional(),
  /** Whether the subscription is active and not past its end. */
  isSubscriptionValid: z.boolean(),
  /** Whether the subscription is past its end. */
  isSubscriptionExpired: z.boolean(),
});
export type ShopDashboard = z.infer<typeof ShopDashboard>;
