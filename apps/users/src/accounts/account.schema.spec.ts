import { expect, it } from '@jest/globals';
import { oneYearFrom } from './account.schema.js';

it.each([
  ['2026-11-28T10:00:00+05:30', '2027-11-28T10:00:00+05:30'],
  ['2027-03-01T02:00:00+05:30', '2028-03-01T02:00:00+05:30'],
  ['2028-03-01T02:00:00+05:30', '2029-03-01T02:00:00+05:30'],
  ['2028-02-29T10:00:00+05:30', '2029-03-01T10:00:00+05:30'],
])('a year from %s ends at %s, by the calendar of India', (from, to) => {
  expect(oneYearFrom(new Date(from))).toEqual(new Date(to));
});
