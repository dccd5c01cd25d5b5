import type { ShopProfile } from '@sarafa/contracts';
import { KOLKATA_OFFSET, kolkataDayNumber } from './formats.js';

type Ending = Pick<ShopProfile, 'subscription_end_date'>;

/** Valid means active and not past its end; expired means past its end (rule 5.8). `now` is in milliseconds since 1970. */
export function subscriptionState(shop: Pick<ShopProfile, 'subscription_active' | 'subscription_end_date'>, now: number) {
  const isSubscriptionExpired = Date.parse(shop.subscription_end_date) <= now;
  return { isSubscriptionValid: shop.subscription_active && !isSubscriptionExpired, isSubscriptionExpired };
}

/**
 * Whole days in the calendar of Asia/Kolkata: 0 on the last day, negative after the end. `now` is in milliseconds since 1970.
 */
export function subscriptionDaysLeft({ subscription_end_date }: Ending, now: number): number {
  return kolkataDayNumber(Date.parse(subscription_end_date)) - kolkataDayNumber(now);
}

/** The same day and time in Asia/Kolkata a year later; 29 February becomes 1 March. */
export function oneYearFrom(date: Date): Date {
  const end = new Date(date.getTime() + KOLKATA_OFFSET);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  return new Date(end.getTime() - KOLKATA_OFFSET);
}
