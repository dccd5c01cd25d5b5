import { describe, expect, it } from '@jest/globals';
import { groupRupees, kolkataClock, kolkataDateTime, kolkataDayNumber, kolkataTime } from './formats.js';

describe('rupees', () => {
  it.each([
    [0, '0'],
    [9, '9'],
    [999, '999'],
    [1_000, '1,000'],
    [14_720, '14,720'],
    [157_821, '1,57,821'],
    [9_999_999, '99,99,999'],
    [123_456_789, '12,34,56,789'],
    [1_250.5, '1,250.50'],
    [99.99, '99.99'],
    [-1_150, '-1,150'],
  ])('%d is %s', (amount, text) => {
    expect(groupRupees(amount)).toBe(text);
  });
});

describe("Asia/Kolkata's clock", () => {
  const now = Date.parse('2026-11-20T10:40:32.900Z');

  it('is twelve hours long', () => {
    expect(kolkataClock(now)).toEqual({ time: '4:10', seconds: '32', half: 'pm' });
    expect(kolkataTime(Date.parse('2026-11-20T18:30:00Z'))).toBe('12:00 am');
    expect(kolkataTime(Date.parse('2026-11-20T06:30:00Z'))).toBe('12:00 pm');
  });

  it('agrees with the time zone that Node knows', () => {
    const known = new Intl.DateTimeFormat('en-IN', {
      timeZone: 'Asia/Kolkata',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
    });
    for (let minute = 0; minute < 1_440; minute += 7) {
      const instant = Date.parse('2026-01-01T00:00:00Z') + minute * 60_000;
      expect(kolkataTime(instant)).toBe(known.format(instant).replace('\u202f', ' '));
    }
  });

  it('has its own midnight', () => {
    expect(kolkataDayNumber(Date.parse('2026-11-20T18:30:00Z')) - kolkataDayNumber(now)).toBe(1);
  });

  it('says the day too', () => {
    expect(kolkataDateTime(Date.parse('2026-11-20T18:45:00Z'))).toBe('21 November, 12:15 am');
  });
});
