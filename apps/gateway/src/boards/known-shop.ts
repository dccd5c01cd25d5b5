import { type DynamicPriceInterval, Metal, type PriceSettings, type ShopProfile, wholeShop } from '@sarafa/contracts';
import { shopDashboard } from '@sarafa/domain';
import { Answer } from './answer.js';
import type { PricedShop } from './price-answers.js';

/** A shop with the values that depend on the time and on the provider's default. */
export interface KnownShop extends PricedShop {
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
    priceKey: priceKeyOf(profile),
    held: String(minutes),
    isValid: shop.isSubscriptionValid,
    until: end > now ? end : Infinity,
    answer: Answer.json(shop),
  };
}

/** A key of the shop's margins and city; `PriceAnswers` adds the rate list, the interval and the rows. */
function priceKeyOf(profile: ShopProfile): string {
  const margins = Metal.options.map((metal) => profile[`${metal}_margin`]);
  return JSON.stringify([...margins, profile.sell_margin, profile.buy_margin, profile.city]);
}
