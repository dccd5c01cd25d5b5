import { describe, expect, it } from '@jest/globals';
import { subscriptionState } from './subscription.js';

const end = '2026-11-20T10:00:00.000Z';
const now = Date.parse(end);

describe('a subscription', () => {
  it.each([
    [true, now - 1, true, false],
    [true, now, false, true],
    [false, now - 1, false, false],
    [false, now, false, true],
  ])('active %s at %d: valid %s, expired %s', (subscription_active, at, isSubscriptionValid, isSubscriptionExpired) => {
    const shop = { subscription_active, subscription_end_date: end };
    expect(subscriptionState(shop, at)).toEqual({ isSubscriptionValid, isSubscriptionExpired });
  });
});
