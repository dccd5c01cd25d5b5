import { describe, expect, it } from '@jest/globals';
import { dateTime, dateTimeUtc, recently, withDateTimes } from './page-dates.js';

describe('a time on a page', () => {
  it('is written alike in UTC', () => {
    const instant = Date.parse('2026-11-20T18:45:00Z');
    expect([dateTime(instant), dateTimeUtc(instant)]).toEqual(['21 November, 12:15 am', '20 November, 6:45 pm']);
  });

  it('takes the place of an instant in the words of a service', () => {
    expect(
      withDateTimes('metals.dev stands still: its prices are those of 2026-11-20T18:45:00.000Z; gold-api.com: no answer'),
    ).toBe('metals.dev stands still: its prices are those of 21 November 2026, 12:15 am; gold-api.com: no answer');
  });

  it('has its day and its year where these are not the present ones', () => {
    const at = Date.parse('2026-12-31T18:20:00Z');
    expect([1, 20, 400 * 24 * 60].map((minutes) => recently(at, at + minutes * 60_000))).toEqual([
      '11:50 pm',
      '11:50 pm, 31 December 2026',
      '11:50 pm, 31 December 2026',
    ]);
    expect(recently(at, at - 86_400_000)).toBe('11:50 pm, 31 December');
  });
});
