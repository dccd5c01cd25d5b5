import {
  type DynamicPriceInterval,
  type PriceSettings,
  type ShopDashboard,
  type ShopProfile,
  wholeShop,
} from '@sarafa/contracts';
import { subscriptionState } from './subscription.js';

/** The interval at which a shop's rates move, in minutes: its own, or the provider's default (rule 4.10). */
export function intervalInForce(
  { dynamic_price_interval }: Pick<ShopProfile, 'dynamic_price_interval'>,
  { dynamicPriceInterval }: Pick<PriceSettings, 'dynamicPriceInterval'>,
): DynamicPriceInterval {
  return dynamic_price_interval ?? dynamicPriceInterval;
}

/**
 * A shop as the API answers it: whole, with the interval in force and the state of its subscription. `now` is in milliseconds since
 * 1970.
 */
export function shopDashboard(
  profile: ShopProfile,
  settings: Pick<PriceSettings, 'dynamicPriceInterval'>,
  now: number,
): ShopDashboard {
  return {
    ...wholeShop(profile),
    _id: profile.id,
    role: 'user',
    dynamic_price_interval: intervalInForce(profile, settings),
    own_dynamic_price_interval: profile.dynamic_price_interval,
    ...subscriptionState(profile, now),
  };
}
