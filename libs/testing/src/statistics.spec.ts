import { expect, it } from '@jest/globals';
import { median, outagesOf, quantile } from './statistics.js';

it('knows the median and the quantiles of values in any order', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([quantile(hundred, 0), quantile(hundred, 0.5), quantile(hundred, 0.99), quantile(hundred, 1)]).toEqual([
    1, 51, 100, 100,
  ]);
});

it('knows the outages of calls in any order', () => {
  const call = (at: number, isGood: boolean) => ({ at, until: at + 1, isGood });
  const calls = [
    call(70, false),
    call(10, true),
    call(40, false),
    call(30, false),
    call(50, true),
    call(60, true),
    call(20, true),
  ];
  expect(outagesOf(calls, 99)).toEqual([
    { from: 30, until: 51 },
    { from: 70, until: 99 },
  ]);
  expect(outagesOf([call(1, true)], 99)).toEqual([]);
});
