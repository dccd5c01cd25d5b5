import { limits } from './limits.js';
import { marketRows, switchedMetals } from './market-rows.js';
import { metals } from './metals.js';
import { valuesOf } from './tables.js';
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
