import { describe, expect, it } from '@jest/globals';
import { kolkataDate, kolkataRecently, weekTimeOf } from './dates.js';

describe('a date', () => {
  it("changes at Asia/Kolkata's own midnight", () => {
    expect(kolkataDate(Date.parse('2026-11-20T10:40:32.900Z'))).toBe('Friday, 20 November 2026');
    expect(kolkataDate(Date.parse('2026-11-20T18:30:00Z'))).toBe('Saturday, 21 November 2026');
  });

  it('is named where it isn’t today’s, by that midnight', () => {
    const late = Date.parse('2026-11-20T18:29:00Z');
    expect(kolkataRecently(late, late + 30_000)).toBe('11:59 pm');
    expect(kolkataRecently(late, late + 60_000)).toBe('11:59 pm, 20 November');
  });
});

const now = Date.parse('2026-11-20T10:40:32.000Z');

describe('the time of a rate', () => {
  it('is told without its day on the same day in Kolkata', () => {
    expect(kolkataRecently(Date.parse('2026-11-20T10:40:00.000Z'), now)).toBe('4:10 pm');
    // Half past midnight in Asia/Kolkata is still the day before in UTC.
    expect(kolkataRecently(Date.parse('2026-11-19T19:00:00.000Z'), now)).toBe('12:30 am');
  });

  it('is told with its day on any other, and when nobody knows what day it is', () => {
    expect(kolkataRecently(Date.parse('2026-11-19T06:12:00.000Z'), now)).toBe('11:42 am, 19 November');
    expect(kolkataRecently(now, undefined)).toBe('4:10 pm, 20 November');
  });

  it('names the day of the week within a week', () => {
    expect(weekTimeOf(Date.parse('2026-11-19T18:00:00.000Z'), now)).toBe('11:30 pm, Thursday');
    expect(weekTimeOf(now, now)).toBe('4:10 pm');
    expect(weekTimeOf(Date.parse('2026-11-13T18:00:00.000Z'), now)).toBe('11:30 pm, 13 November');
    expect(weekTimeOf(now, undefined)).toBe('4:10 pm, 20 November');
  });
});
