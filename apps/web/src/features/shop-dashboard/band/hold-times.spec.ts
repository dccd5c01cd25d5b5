import { describe, expect, it } from '@jest/globals';
import { NOW } from '../../../testing/fixtures.js';
import { closingToday, leftText, offeredClosing } from './hold-times.js';

describe('the time at which a shop closes', () => {
  const instant = (time: string, now = NOW) => {
    const at = closingToday(time, now);
    return at === undefined ? undefined : new Date(at).toISOString();
  };

  it('is of today in Asia/Kolkata', () => {
    expect(instant('21:00')).toBe('2026-11-20T15:30:00.000Z');
    // Twenty past midnight there is still the day before in UTC.
    expect(instant('00:30', Date.parse('2026-11-19T18:50:00.000Z'))).toBe('2026-11-19T19:00:00.000Z');
  });

  it('is later than now, and at most twelve hours ahead', () => {
    expect(instant('16:10')).toBeUndefined();
    expect(instant('16:11')).toBe('2026-11-20T10:41:00.000Z');
    const morning = Date.parse('2026-11-20T03:30:00.000Z');
    expect(instant('21:00', morning)).toBe('2026-11-20T15:30:00.000Z');
    expect(instant('21:01', morning)).toBeUndefined();
  });

  it('is a time', () => {
    for (const text of ['', '9', 'soon']) expect(instant(text)).toBeUndefined();
  });
});

describe('the closing time that is offered', () => {
  it.each([
    ['the usual one', '2026-11-20T03:30:00.000Z', '21:00'],
    ['the latest that is allowed, where the usual one is too far ahead', '2026-11-20T02:05:30.000Z', '19:35'],
    ['none, where the usual one is over', '2026-11-20T15:30:00.000Z', ''],
  ])('is %s', (_, now, offered) => {
    expect(offeredClosing(Date.parse(now))).toBe(offered);
  });
});

describe('how long a hold still lasts', () => {
  it.each([
    [0, '0:00 left'],
    [-5_000, '0:00 left'],
    [59_001, '1:00 left'],
    [900_000, '15:00 left'],
    [3_599_000, '59:59 left'],
    [3_600_000, '1 h 0 min left'],
    [8_040_000, '2 h 14 min left'],
  ])('%d ms', (ms, text) => {
    expect(leftText(ms)).toBe(text);
  });
});
