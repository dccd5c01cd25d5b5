import { PriceType, type ShopProfile } from '@sarafa/contracts';

type Switches = Pick<
  ShopProfile,
  | 'gold_prices_enabled'
  | 'silver_prices_enabled'
  | 'gold_24k_enabled'
  | 'gold_22k_enabled'
  | 'gold_18k_enabled'
  | 'silver_enabled'
>;

/** The price types a shop's board shows, in its order: a type is on when both its own and its metal's switch are. */
export function shownTypes(shop: Switches): PriceType[] {
  return PriceType.options.filter((type) =>
    type === 'silver' ? shop.silver_prices_enabled && shop.silver_enabled : shop.gold_prices_enabled && shop[`${type}_enabled`],
  );
}
