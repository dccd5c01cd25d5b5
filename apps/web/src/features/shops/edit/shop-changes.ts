import { type DynamicPriceInterval, settingsBy, type ShopDashboard, texts } from '@sarafa/contracts';
import type { WholeShop } from '../../../shared/api/shops.api.js';
import { sameOffHours } from '../../screens/index.js';
import { portalTexts } from '../../../shared/texts/portal-texts.js';
import type { TypedNumber } from '../../../shared/ui/number-field.js';

const SETTINGS = settingsBy('both', 'admin');
type Settings = Pick<WholeShop, (typeof SETTINGS)[number]>;

export type ShopValues = Omit<Settings, 'buy_margin' | 'sell_margin' | 'dynamic_price_interval'> &
  Pick<WholeShop, 'username'> &
  Record<'buy_margin' | 'sell_margin', TypedNumber> & {
    password: string;
    /** Null for the provider's. */
    dynamic_price_interval: DynamicPriceInterval | null;
  };

export function valuesOf(shop: WholeShop): ShopValues {
  const settings = Object.fromEntries(SETTINGS.map((name) => [name, shop[name]])) as unknown as Settings;
  const { own_dynamic_price_interval: ownInterval = shop.dynamic_price_interval } = shop;
  return { username: shop.username, password: '', ...settings, dynamic_price_interval: ownInterval };
}

/** Only the values that differ from what was shown. Empty texts keep the stored value (rule 10.7); a number can't be left out. */
export function changesOf(shown: ShopValues, now: ShopValues): Partial<ShopValues> {
  const names = Object.keys(shown) as (keyof ShopValues)[];
  const isSame = (name: keyof ShopValues) =>
    name === 'off_hours' ? sameOffHours(now.off_hours, shown.off_hours) : now[name] === shown[name];
  const isKept = (name: keyof ShopValues) => now[name] === '' && typeof shown[name] === 'string';
  const changed = names.filter((name) => !isSame(name) && !isKept(name));
  return Object.fromEntries(changed.map((name) => [name, now[name]]));
}

/** The numbers that were emptied. */
export function emptyIn(changes: Partial<ShopValues>) {
  return (['sell_margin', 'buy_margin'] as const).filter((name) => changes[name] === '');
}

/** The fault of a save whose shop can't be found (rule 10.7); undefined when there is none. */
export function whyNotSaved(id: string | undefined, shops: readonly ShopDashboard[] | undefined): string | undefined {
  const { noneSelected, idMissing } = portalTexts.users;
  if (id === undefined) return noneSelected;
  const shop = shops?.find((one) => one.id === id);
  if (!shop) return texts.users.notFound;
  return shop._id ? undefined : idMissing;
}
