import { describe, expect, it } from '@jest/globals';
import { kolkataDate, kolkataRecently } from './dates.js';
import { dateTime, dateTimeUtc } from './page-dates.js';

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

  it('is written alike in UTC', () => {
    const instant = Date.parse('2026-11-20T18:45:00Z');
    expect([dateTime(instant), dateTimeUtc(instant)]).toEqual(['21 November, 12:15 am', '20 November, 6:45 pm']);
  });
});
