import { describe, expect, it } from '@jest/globals';
import { oneYearFrom, subscriptionDaysLeft, subscriptionState } from './subscription.js';

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

describe('the days left of a subscription', () => {
  // 18:30 UTC is midnight in Asia/Kolkata.
  it.each([
    ['2026-11-20T18:29:59.000Z', '2026-11-20T18:29:00.000Z', 0],
    ['2026-11-20T18:30:00.000Z', '2026-11-20T18:29:59.000Z', 1],
    ['2026-11-20T10:00:00.000Z', '2026-11-20T12:00:00.000Z', 0],
    ['2026-11-19T18:29:59.000Z', '2026-11-19T18:30:00.000Z', -1],
    ['2027-11-20T10:00:00.000Z', '2026-11-20T10:00:00.000Z', 365],
  ])('that ends %s, seen %s: %d', (subscription_end_date, now, days) => {
    expect(subscriptionDaysLeft({ subscription_end_date }, Date.parse(now))).toBe(days);
  });
});

it.each([
  ['2026-11-28T10:00:00+05:30', '2027-11-28T10:00:00+05:30'],
  ['2027-03-01T02:00:00+05:30', '2028-03-01T02:00:00+05:30'],
  ['2028-03-01T02:00:00+05:30', '2029-03-01T02:00:00+05:30'],
  ['2028-02-29T10:00:00+05:30', '2029-03-01T10:00:00+05:30'],
])('a year from %s ends at %s, by the calendar of India', (from, to) => {
  expect(oneYearFrom(new Date(from))).toEqual(new Date(to));
});
