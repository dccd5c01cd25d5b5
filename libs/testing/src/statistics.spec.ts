import { expect, it } from '@jest/globals';
import { median, quantile } from './statistics.js';

it('knows the median and the quantiles of values in any order', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([quantile(hundred, 0), quantile(hundred, 0.5), quantile(hundred, 0.99), quantile(hundred, 1)]).toEqual([
    1, 51, 100, 100,
  ]);
});
