import { describe, expect, it } from '@jest/globals';
import { kolkataDate, kolkataRecently } from './dates.js';

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
