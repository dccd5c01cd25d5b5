import { describe, expect, it } from '@jest/globals';
import { inForce, nextChange } from './effective-dated.js';

const MIDNIGHT = Date.parse('2026-04-01T00:00:00+05:30');
const entries = [
  { from: '2026-04-01', percent: 6 },
  { from: '2025-01-01', percent: 5 },
];

describe('what is dated', () => {
  it('is in force from midnight in Asia/Kolkata of its day', () => {
    expect([MIDNIGHT - 1, MIDNIGHT].map((now) => inForce(entries, now).percent)).toEqual([5, 6]);
  });

  it('is in force before its day only where there is nothing earlier', () => {
    expect(inForce(entries, 0).percent).toBe(5);
  });

  it('changes at the next of these midnights, if there is one', () => {
    expect([MIDNIGHT - 1, MIDNIGHT].map((now) => nextChange(entries, now))).toEqual([MIDNIGHT, Infinity]);
  });
});
