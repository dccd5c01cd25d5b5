import { expect, it } from '@jest/globals';
import { newShop, wholeShop } from './new-shop.js';

it('a shop of another release has what a new shop has for each setting that it lacks, and nothing else', () => {
  const { rates_over_ads, language, ...before } = { ...newShop, id: '1', show_day_change: true };
  expect([rates_over_ads, language]).toEqual([true, 'en']);
  const whole = wholeShop(before);
  expect(whole).toEqual({ ...newShop, id: '1', show_day_change: true });
});
