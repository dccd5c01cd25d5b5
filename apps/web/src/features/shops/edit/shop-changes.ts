import { offeredMetals, offeredTypes, portalTexts, type ShopDashboard } from '@sarafa/contracts';

const SETTINGS = [
  'layout_orientation',
  'ads_enabled',
  'rates_over_ads',
  ...offeredMetals.map((metal) => `${metal}_prices_enabled` as const),
  ...offeredTypes.map((type) => `${type}_enabled` as const),
  'price_update_interval',
  'dynamic_price_interval',
] as const;

const MARGINS = ['buy_margin', 'sell_margin'] as const;

export type ShopValues = Pick<ShopDashboard, (typeof SETTINGS)[number] | 'username' | 'shop_name' | 'city'> &
  // As they are typed: a text while it ends in a point or a zero.
  Record<(typeof MARGINS)[number], number | string> & { password: string };

export function valuesOf(shop: ShopDashboard): ShopValues {
  const settings = Object.fromEntries(SETTINGS.map((name) => [name, shop[name]])) as Pick<
    ShopDashboard,
    (typeof SETTINGS)[number]
  >;
  const { username, shop_name, city, buy_margin, sell_margin } = shop;
  return { username, shop_name, city, buy_margin, sell_margin, password: '', ...settings };
}

/**
 * What differs from what was shown, and nothing else: the list shows the interval in force, and a shop that follows the
 * provider's must go on doing so when somebody changes its name. Empty fields fall back to what there is (spec 5).
 */
export function changesOf(shown: ShopValues, now: ShopValues): Partial<ShopValues> {
  const typed = { ...now, ...Object.fromEntries(MARGINS.map((name) => [name, now[name] === '' ? '' : Number(now[name])])) };
  const names = Object.keys(shown) as (keyof ShopValues)[];
  const changed = names.filter((name) => typed[name] !== shown[name] && typed[name] !== '');
  return Object.fromEntries(changed.map((name) => [name, typed[name]]));
}

/** Whom a save is for must be there (spec 5). Undefined: all is well. */
export function whyNotSaved(id: string | undefined, shops: readonly ShopDashboard[] | undefined): string | undefined {
  const { noneSelected, notFound, idMissing } = portalTexts.users;
  if (id === undefined) return noneSelected;
  const shop = shops?.find((one) => one.id === id);
  if (!shop) return notFound;
  return shop._id ? undefined : idMissing;
}
