import { offeredMetals, offeredTypes, type ShopDashboard, texts } from '@sarafa/contracts';
import type { WholeShop } from '../../../shared/api/shops.api.js';
import { sameOffHours } from '../../../shared/screens/off-hours-fields.js';
import { portalTexts } from '../../../shared/texts/portal-texts.js';
import type { TypedNumber } from '../../../shared/ui/number-field.js';

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
  'language',
  'second_language',
  'numerals',
  'off_hours',
] as const;

export type ShopValues = Pick<WholeShop, (typeof SETTINGS)[number] | 'username' | 'shop_name' | 'city'> &
  Record<'buy_margin' | 'sell_margin', TypedNumber> & { password: string };

export function valuesOf(shop: WholeShop): ShopValues {
  const settings = Object.fromEntries(SETTINGS.map((name) => [name, shop[name]])) as Pick<WholeShop, (typeof SETTINGS)[number]>;
  const { username, shop_name, city, buy_margin, sell_margin } = shop;
  return { username, shop_name, city, buy_margin, sell_margin, password: '', ...settings };
}

/**
 * Only the values that differ from what was shown. The list shows the interval in force, so sending everything would give a
 * shop that follows the provider's interval one of its own. Empty fields keep the stored value (rule 10.7).
 */
export function changesOf(shown: ShopValues, now: ShopValues): Partial<ShopValues> {
  const names = Object.keys(shown) as (keyof ShopValues)[];
  const isSame = (name: keyof ShopValues) =>
    name === 'off_hours' ? sameOffHours(now.off_hours, shown.off_hours) : now[name] === shown[name];
  const changed = names.filter((name) => !isSame(name) && now[name] !== '');
  return Object.fromEntries(changed.map((name) => [name, now[name]]));
}

/** The fault of a save whose shop can't be found (rule 10.7); undefined when there is none. */
export function whyNotSaved(id: string | undefined, shops: readonly ShopDashboard[] | undefined): string | undefined {
  const { noneSelected, idMissing } = portalTexts.users;
  if (id === undefined) return noneSelected;
  const shop = shops?.find((one) => one.id === id);
  if (!shop) return texts.users.notFound;
  return shop._id ? undefined : idMissing;
}
