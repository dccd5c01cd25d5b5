import { describe, expect, it } from '@jest/globals';
import type { ShopDashboard } from '@sarafa/contracts';
import { NOW, shop } from '../../testing/fixtures.js';
import { findShops, listed, type Shown } from './find-shops.js';
import { subscriptionWords } from './subscription-words.js';

const DAY = 86_400_000;
const inDays = (days: number) => new Date(NOW + days * DAY).toISOString();

function one(id: string, shop_name: string, days: number, changes: Partial<ShopDashboard> = {}): ShopDashboard {
  const isSubscriptionExpired = days < 0;
  return shop({
    id,
    shop_name,
    username: `${shop_name}.${id}`,
    subscription_end_date: inDays(days),
    isSubscriptionExpired,
    isSubscriptionValid: !isSubscriptionExpired,
    ...changes,
  });
}
// The letter of the city is stored in two parts, as NFC has it, and typed as one.
const SHOPS = [
  one('3', 'Navkar Gold', 200),
  one('1', 'mahalaxmi Jewellers', 29),
  one('2', '', -2, { city: 'Surat \u092b\u093c' }),
];

function found(text: string, shown: Shown = 'all', by: 'name' | 'end' = 'name', isDown = false): string {
  const order = { by, isDown };
  const all = findShops(listed(SHOPS), { text, shown, order, openShops: new Set(['3']), now: NOW });
  return all.map(({ shop: { id } }) => id).join('');
}

describe('the list of shops', () => {
  it.each([
    ['', '213'],
    ['GOLD', '23'],
    ['  gold   nav ', '3'],
    ['surat', '2'],
    ['gold trading', '2'],
    ['\u095e', '2'],
    ['nothing like it', ''],
  ])('searched for %j has %s', (text, ids) => {
    expect(found(text)).toBe(ids);
  });

  it.each<[Shown, string]>([
    ['active', '13'],
    ['expiring', '1'],
    ['expired', '2'],
    ['open', '3'],
  ])('shows which are %s', (shown, ids) => {
    expect(found('', shown)).toBe(ids);
  });

  it('is ordered by name or by end, up or down', () => {
    expect(found('', 'all', 'name', true)).toBe('312');
    expect(found('', 'all', 'end')).toBe('213');
  });

  it('has what has ended since it was read among the expired', () => {
    const order = { by: 'name', isDown: false } as const;
    const later = NOW + 30 * DAY;
    const expired = findShops(listed(SHOPS), {
      text: '',
      shown: 'expired',
      order,
      openShops: undefined,
      now: later,
    });
    expect(expired.map(({ shop: one }) => [one.id, subscriptionWords(one, later).word])).toEqual([
      ['2', 'Expired'],
      ['1', 'Expired'],
    ]);
  });

  it('finds among five thousand within a few frames', () => {
    const many = listed(Array.from({ length: 5_000 }, (_, index) => one(String(index), `Shop ${index}`, 100)));
    const before = performance.now();
    const order = { by: 'name', isDown: false } as const;
    expect(findShops(many, { text: 'shop 49', shown: 'all', order, openShops: undefined, now: NOW })).toHaveLength(199);
    expect(performance.now() - before).toBeLessThan(200);
  });
});

describe('a subscription in the list', () => {
  it.each([
    [212, {}, 'ok', 'Active', '212 days remaining'],
    [1, {}, 'warn', 'Active', '1 day remaining'],
    [0.1, {}, 'warn', 'Active', 'Expires today'],
    [-12, {}, 'err', 'Expired', '12 days overdue'],
    [98, { subscription_active: false, isSubscriptionValid: false }, 'err', 'Expired', 'Deactivated, 98 days remaining'],
  ] as const)('that ends in %d days', (days, changes, tone, word, rest) => {
    expect(subscriptionWords(one('1', 'A', days, changes), NOW)).toEqual({ tone, word, rest });
  });
});
