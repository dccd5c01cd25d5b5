import { offeredMetals, offeredTypes, type ShopDashboard, texts } from '@sarafa/contracts';
import { portalTexts } from '../../../shared/texts/portal-texts.js';

const SETTINGS = [
  'layout_orientation',
  'ads_enabled',
  'rates_over_ads',
  'show_day_change',
  ...offeredMetals.map((metal) => `${metal}_prices_enabled` as const),
  ...offeredTypes.map((type) => `${type}_enabled` as const),
  'price_update_interval',
  'dynamic_price_interval',
  'rate_list_id',
] as const;

const MARGINS = ['buy_margin', 'sell_margin'] as const;

export type ShopValues = Pick<ShopDashboard, (typeof SETTINGS)[number] | 'username' | 'shop_name' | 'city'> &
  // As they are typed: a text while the number ends in a point or a zero.
  Record<(typeof MARGINS)[number], number | string> & { password: string };

export function valuesOf(shop: ShopDashboard): ShopValues {
  const settings = Object.fromEntries(SETTINGS.map((name) => [name, shop[name]])) as Pick<
    ShopDashboard,
    (typeof SETTINGS)[number]
  >;
  const { username, shop_name, city, buy_margin, sell_margin } = shop;
  // A release before knows no lists.
  const rate_list_id = shop.rate_list_id ?? null;
  return { username, shop_name, city, buy_margin, sell_margin, password: '', ...settings, rate_list_id };
}

/**
 * Only the values that differ from what was shown. The list shows the interval in force, so sending everything would give a
 * shop that follows the provider's interval one of its own. Empty fields keep the stored value (rule 10.7).
 */
export function changesOf(shown: ShopValues, now: ShopValues): Partial<ShopValues> {
  const typed = { ...now, ...Object.fromEntries(MARGINS.map((name) => [name, now[name] === '' ? '' : Number(now[name])])) };
  const names = Object.keys(shown) as (keyof ShopValues)[];
  const changed = names.filter((name) => typed[name] !== shown[name] && typed[name] !== '');
  return Object.fromEntries(changed.map((name) => [name, typed[name]]));
}

/** The fault of a save whose shop can't be found (rule 10.7); undefined when there is none. */
export function whyNotSaved(id: string | undefined, shops: readonly ShopDashboard[] | undefined): string | undefined {
  const { noneSelected, idMissing } = portalTexts.users;
  if (id === undefined) return noneSelected;
  const shop = shops?.find((one) => one.id === id);
  if (!shop) return texts.users.notFound;
  return shop._id ? undefined : idMissing;
}
