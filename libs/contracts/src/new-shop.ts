import { limits } from './limits.js';
import { marketRows, switchedMetals } from './market-rows.js';
import { metals } from './metals.js';
import { laterOf, valuesOf } from './tables.js';
import type { ShopProfile } from './shop-profile.js';

/** What a new shop has (rules 5.1 and 5.4). A row that came later is off until somebody switches it on. */
export const newShop = {
  shop_name: '',
  logo_url: '',
  city: limits.city,
  layout_orientation: 'horizontal',
  buy_margin: limits.margin.default,
  sell_margin: limits.margin.default,
  ...valuesOf(metals, '_margin', limits.margin.default),
  ads_enabled: true,
  ...valuesOf(switchedMetals, '_prices_enabled', true),
  ...valuesOf(marketRows, '_enabled', true),
  rates_over_ads: true,
  show_day_change: false,
  language: 'en',
  second_language: null,
  numerals: 'latn',
  off_hours: null,
  rate_list_id: null,
  price_update_interval: limits.priceUpdateInterval.default,
  dynamic_price_interval: null,
  price_display_time: limits.priceDisplayTime.default,
  ad_display_time: limits.adDisplayTime.default,
  default_mute_state: true,
  subscription_active: true,
} as const satisfies Omit<ShopProfile, 'id' | 'username' | 'subscription_end_date'>;

/** Margins that came after the first release: they are stored once somebody sets them. */
const laterMargins = Object.fromEntries(laterOf(metals).map((metal) => [`${metal}_margin`, limits.margin.default]));
const settings = Object.entries({ ...newShop, ...laterMargins });

/** A shop with each setting that a new shop has. */
export type Whole<S extends Partial<ShopProfile>> = S & Required<Pick<S, keyof typeof newShop & keyof S>>;

/**
 * A shop as any release has written it, whole: what is missing, because that release didn't know the setting, is as a new shop has
 * it. Every reader reads shops through this, so that all of them take a missing setting for the same.
 */
export function wholeShop<S extends Partial<ShopProfile>>(shop: S): Whole<S> {
  const missing = settings.filter(([name]) => shop[name as keyof S] === undefined);
  return { ...shop, ...Object.fromEntries(missing) } as Whole<S>;
}
