import { limits, type ShopDashboard } from '@sarafa/contracts';
import { subscriptionState } from '@sarafa/domain';
import { sought, withWords } from '../../shared/sought.js';
import { boardTexts } from '../../shared/texts/on-board-texts.js';

const DAY = 86_400_000;

export type Shown = 'all' | 'active' | 'expiring' | 'expired' | 'open';
export interface Order {
  readonly by: 'name' | 'end';
  readonly isDown: boolean;
}
interface Wanted {
  readonly text: string;
  readonly shown: Shown;
  readonly order: Order;
  readonly openShops: ReadonlySet<string> | undefined;
  readonly now: number;
}

export interface Listed {
  readonly shop: ShopDashboard;
  readonly name: string;
  /** Everything that a search looks at, in lower case; built once and not at every key. */
  readonly words: string;
}

export function listed(shops: readonly ShopDashboard[]): Listed[] {
  return shops.map((shop) => {
    const name = shopName(shop);
    return { shop, name, words: [name, shop.username, shop.city].map(sought).join('\n') };
  });
}

export function shopName({ shop_name }: Pick<ShopDashboard, 'shop_name'>): string {
  return shop_name || boardTexts.defaultShopName;
}

/**
 * A shop matches when its name, username and city contain every word of `text`, or when `text` is its id. The shops found
 * are as of `now`: a subscription may have ended since they were read.
 */
export function findShops(all: readonly Listed[], { text, shown, order, openShops, now }: Wanted): Listed[] {
  const hasWords = withWords(text);
  const id = sought(text);
  const found = all
    .filter((entry) => hasWords(entry.words) || id === entry.shop.id)
    .map((entry) => asOf(now, entry))
    .filter((entry) => isShown(entry.shop, shown, openShops, now));
  const direction = order.isDown ? -1 : 1;
  const compare = order.by === 'name' ? byName : byEnd;
  return found.sort((a, b) => direction * compare(a, b));
}

function asOf(now: number, entry: Listed): Listed {
  const state = subscriptionState(entry.shop, now);
  return state.isSubscriptionExpired ? { ...entry, shop: { ...entry.shop, ...state } } : entry;
}

function isShown(shop: ShopDashboard, shown: Shown, openShops: ReadonlySet<string> | undefined, now: number): boolean {
  switch (shown) {
    case 'all':
      return true;
    case 'active':
      return shop.isSubscriptionValid;
    case 'expiring':
      return isExpiring(shop, now);
    case 'expired':
      return !shop.isSubscriptionValid;
    case 'open':
      return openShops?.has(shop.id) ?? false;
  }
}

/** Active, and about to end within days. */
export function isExpiring(shop: ShopDashboard, now: number): boolean {
  return shop.isSubscriptionValid && Date.parse(shop.subscription_end_date) <= now + limits.expiringDays * DAY;
}

const { compare: byLocale } = new Intl.Collator('en-IN', { sensitivity: 'base', numeric: true });

function byName(a: Listed, b: Listed): number {
  return byLocale(a.name, b.name) || byLocale(a.shop.username, b.shop.username);
}

function byEnd(a: Listed, b: Listed): number {
  return Date.parse(a.shop.subscription_end_date) - Date.parse(b.shop.subscription_end_date) || byName(a, b);
}
