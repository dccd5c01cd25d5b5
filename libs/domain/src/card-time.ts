import type { ShopProfile } from '@sarafa/contracts';
import { lastTime } from './off-hours.js';
import { subscriptionState } from './subscription.js';

/** A message that comes later is of no use: the shop has shared its card, or won't. */
const TOLD_WITHIN_MS = 30 * 60_000;

type Shop = Pick<ShopProfile, 'card_time' | 'subscription_active' | 'subscription_end_date'>;

/**
 * When it was last a shop's `card_time`, if its phones are still to be told of that at `now`; milliseconds since 1970, else null.
 * Null also for a shop without a valid subscription, which has no card.
 */
export function cardDueSince(shop: Shop, now: number): number | null {
  const since = shop.card_time ? lastTime(shop.card_time, now) : undefined;
  if (since === undefined || now - since >= TOLD_WITHIN_MS) return null;
  return subscriptionState(shop, now).isSubscriptionValid ? since : null;
}
