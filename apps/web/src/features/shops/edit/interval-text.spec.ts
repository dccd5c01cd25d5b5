import { expect, it } from '@jest/globals';
import { intervalText } from './interval-text.js';

it.each([
  [10_000, '10 seconds'],
  [59_999, '59.999 seconds'],
  [60_000, '1 minute'],
  [300_000, '5 minutes'],
  [3_600_000, '1 hour'],
])('an interval of %d ms reads %s', (ms, text) => {
  expect(intervalText(ms)).toBe(text);
});
