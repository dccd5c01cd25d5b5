import { expect, it } from '@jest/globals';
import { spanOf } from './chart-span.js';

const NOW = 1_000_000;

it.each([
  ['begins with its first rate, and a little before', 10_000, [989_800, 1_000_200]],
  ['shows ten minutes at the least', 60, [999_388, 1_000_012]],
  ['shows a day at the most', 200_000, [NOW - 86_400 * 1.02, NOW + 86_400 * 0.02]],
])('the chart %s', (_, age, span) => {
  expect(spanOf(NOW - age, NOW)).toEqual(span);
});
