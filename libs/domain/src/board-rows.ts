import { marketRows, type OfferedMetal, type OfferedType, offeredTypes, type ShopProfile } from '@sarafa/contracts';

type Switches = Pick<ShopProfile, `${OfferedMetal}_prices_enabled` | `${OfferedType}_enabled`>;

/** Whether a shop's board shows a price type: both its own and its metal's switch are on. */
export function isShown(shop: Switches, type: OfferedType): boolean {
  return (shop[`${marketRows[type].metal}_prices_enabled`] && shop[`${type}_enabled`]) ?? false;
}

/** The price types a shop's board shows, in its order. */
export function shownTypes(shop: Switches): OfferedType[] {
  return offeredTypes.filter((type) => isShown(shop, type));
}
