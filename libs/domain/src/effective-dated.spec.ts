import { describe, expect, it } from '@jest/globals';
import { inForce, nextChange } from './effective-dated.js';

const MIDNIGHT = Date.parse('2026-04-01T00:00:00+05:30');
const HALF_PAST_TEN = Date.parse('2026-04-01T10:30:00+05:30');
const entries = [
  { from: '2026-04-01T10:30', percent: 7 },
  { from: '2026-04-01', percent: 6 },
  { from: '2025-01-01', percent: 5 },
];

describe('what is dated', () => {
  it('is in force from midnight in Asia/Kolkata of its day', () => {
    expect([MIDNIGHT - 1, MIDNIGHT].map((now) => inForce(entries, now).percent)).toEqual([5, 6]);
  });

  it('is in force from its minute, where it names one', () => {
    expect([HALF_PAST_TEN - 1, HALF_PAST_TEN].map((now) => inForce(entries, now).percent)).toEqual([6, 7]);
  });

  it('is in force before its day only where there is nothing earlier', () => {
    expect(inForce(entries, 0).percent).toBe(5);
  });

  it('is the last one of those that begin at the same time', () => {
    const same = [{ from: '2026-04-01T00:00', percent: 8 }, ...entries, { from: '2026-04-01T10:30', percent: 9 }];
    expect([MIDNIGHT, HALF_PAST_TEN].map((now) => inForce(same, now).percent)).toEqual([6, 9]);
  });

  it('changes at the next of these times, if there is one', () => {
    expect([MIDNIGHT - 1, MIDNIGHT, HALF_PAST_TEN].map((now) => nextChange(entries, now))).toEqual([
      MIDNIGHT,
      HALF_PAST_TEN,
      Infinity,
    ]);
  });
});
