import type { z } from 'zod';
import type { ShopProfile } from './shop-profile.js';
import { settingNames, shopSettings, type ShopSettings } from './shop-settings.js';

type NewShopSettings = { readonly [N in keyof ShopSettings]: z.output<ShopSettings[N]['shape']> };

/** What a new shop has. */
export const newShop = Object.fromEntries(settingNames.map((name) => [name, shopSettings[name].initial])) as NewShopSettings;

/** A shop with each setting that a new shop has. */
export type Whole<S extends Partial<ShopProfile>> = S & Required<Pick<S, keyof ShopSettings & keyof S>>;

/**
 * A shop as any release has written it, whole: what is missing, because that release didn't know the setting, is as a new shop has
 * it. Every reader reads shops through this, so that all of them take a missing setting for the same.
 */
export function wholeShop<S extends Partial<ShopProfile>>(shop: S): Whole<S> {
  const missing = settingNames.filter((name) => shop[name] === undefined).map((name) => [name, newShop[name]]);
  return { ...shop, ...Object.fromEntries(missing) } as Whole<S>;
}
