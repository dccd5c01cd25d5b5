import { describe, expect, it } from '@jest/globals';
import { dateTime, dateTimeUtc } from './page-dates.js';

describe('a time on a page', () => {
  it('is written alike in UTC', () => {
    const instant = Date.parse('2026-11-20T18:45:00Z');
    expect([dateTime(instant), dateTimeUtc(instant)]).toEqual(['21 November, 12:15 am', '20 November, 6:45 pm']);
  });
});
