import { describe, expect, it } from '@jest/globals';
import { nextTick, tickStart } from './clock-ticks.js';

const tick = (minutes: number, now: string) => new Date(tickStart(minutes, Date.parse(now))).toISOString().slice(11, 16);

describe('the ticks of the clock', () => {
  it.each([
    [1, '2026-11-20T10:00:59.999Z', '10:00'],
    [5, '2026-11-20T10:04:59.999Z', '10:00'],
    [5, '2026-11-20T10:05:00.000Z', '10:05'],
    [15, '2026-11-20T10:14:00.000Z', '10:00'],
    [30, '2026-11-20T10:29:00.000Z', '10:00'],
    // An hour in Asia/Kolkata begins at half past in UTC.
    [60, '2026-11-20T10:29:59.999Z', '09:30'],
    [60, '2026-11-20T10:30:00.000Z', '10:30'],
  ])('every %d minutes at %s: since %s', (minutes, now, start) => {
    expect(tick(minutes, now)).toBe(start);
  });

  it('follow each other without a gap', () => {
    const now = Date.parse('2026-11-20T10:29:59.999Z');
    expect(nextTick(60, now)).toBe(Date.parse('2026-11-20T10:30:00Z'));
    expect(tickStart(60, nextTick(60, now))).toBe(nextTick(60, now));
  });
});
