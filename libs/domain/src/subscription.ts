import type { ShopProfile } from '@sarafa/contracts';

/** Rulings 5: valid is active and not past its end; expired is past its end. `now` in milliseconds since 1970. */
export function subscriptionState(shop: Pick<ShopProfile, 'subscription_active' | 'subscription_end_date'>, now: number) {
  const isSubscriptionExpired = Date.parse(shop.subscription_end_date) <= now;
  return { isSubscriptionValid: shop.subscription_active && !isSubscriptionExpired, isSubscriptionExpired };
}
