import { type DynamicPriceInterval, type PriceSettings, type ShopProfile, wholeShop } from '@sarafa/contracts';
import { shopDashboard } from '@sarafa/domain';
import { Answer } from './answer.js';

/** A shop with the values that depend on the time and on the provider's default. */
export interface KnownShop {
  readonly profile: ShopProfile;
  readonly minutes: DynamicPriceInterval;
  readonly isValid: boolean;
  /** When time alone changes this; milliseconds since 1970. */
  readonly until: number;
  readonly answer: Answer;
}

/** The shop at `now` (milliseconds since 1970). */
export function knownShop(stored: ShopProfile, settings: PriceSettings, now: number): KnownShop {
  const profile = wholeShop(stored);
  const shop = shopDashboard(profile, settings, now);
  const minutes = shop.dynamic_price_interval;
  const end = Date.parse(profile.subscription_end_date);
  return {
    profile,
    minutes,
    isValid: shop.isSubscriptionValid,
    until: end > now ? end : Infinity,
    answer: Answer.json(shop),
  };
}
