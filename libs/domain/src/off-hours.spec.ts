import { describe, expect, it } from '@jest/globals';
import { isOffHours, lastOffHoursEnd } from './off-hours.js';

/** A time of Asia/Kolkata. */
const at = (time: string) => Date.parse(`2026-11-24T${time}+05:30`);
const NIGHT = { from: '21:00', to: '09:30' };
const LUNCH = { from: '13:00', to: '14:00' };

describe('off-hours', () => {
  it.each([
    ['20:59:59.999', NIGHT, false],
    ['21:00:00', NIGHT, true],
    ['23:59:59.999', NIGHT, true],
    ['00:00:00', NIGHT, true],
    ['09:29:59.999', NIGHT, true],
    ['09:30:00', NIGHT, false],
    ['12:59:59.999', LUNCH, false],
    ['13:00:00', LUNCH, true],
    ['13:59:59.999', LUNCH, true],
    ['14:00:00', LUNCH, false],
  ])('at %s of %j are on: %s', (time, off, isOn) => {
    expect(isOffHours(off, at(time))).toBe(isOn);
  });

  it('are never on where there are none', () => {
    expect([isOffHours(null, at('03:00:00')), isOffHours(undefined, at('03:00:00'))]).toEqual([false, false]);
    for (const off of [
      { from: '9', to: '23:59' },
      { from: '00:00', to: '24:00' },
      { from: '03:00', to: '03:00' },
    ]) {
      expect(isOffHours(off, at('03:00:00'))).toBe(false);
    }
    expect(lastOffHoursEnd(null, at('03:00:00'))).toBeUndefined();
  });

  it('ended last at the end of today, or of yesterday', () => {
    expect(lastOffHoursEnd(NIGHT, at('09:30:00'))).toBe(at('09:30:00'));
    expect(lastOffHoursEnd(NIGHT, at('22:00:00'))).toBe(at('09:30:00'));
    expect(lastOffHoursEnd(NIGHT, at('09:29:00'))).toBe(at('09:30:00') - 86_400_000);
    expect(lastOffHoursEnd(LUNCH, at('00:00:00'))).toBe(at('14:00:00') - 86_400_000);
  });
});
