import { expect, it } from '@jest/globals';
import { newShop, wholeShop } from './new-shop.js';

it('a shop of another release has what a new shop has for each setting that it lacks, and nothing else', () => {
  const { rates_over_ads, language, ...before } = { ...newShop, id: '1', show_day_change: true };
  expect([rates_over_ads, language]).toEqual([true, 'en']);
  const whole = wholeShop(before);
  // A metal that came later has no margin until somebody sets one.
  expect(whole).toEqual({ ...newShop, platinum_margin: 0, id: '1', show_day_change: true });
});
