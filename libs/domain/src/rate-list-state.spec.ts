import { describe, expect, it } from '@jest/globals';
import { listDueSince, rateListState } from './rate-list-state.js';

/** In Asia/Kolkata, as all times here. */
const at = (time: string) => new Date(`2026-11-${time}:00+05:30`);
const due = (reminder_time: string | null, set: string, now: string) =>
  listDueSince({ reminder_time, set_at: at(set).toISOString() }, at(now).getTime());

describe('a list that was not set by its reminder time', () => {
  it.each([
    ['20T10:30', '19T09:40', '20T10:30'],
    ['20T10:30', '19T23:59', '20T23:59'],
    ['20T10:30', '01T10:00', '20T10:31'],
  ])('is due since %s: set %s, now %s', (since, set, now) => {
    expect(due('10:30', set, now)).toBe(at(since).getTime());
  });

  it('is due from the beginning of a day on', () => {
    expect(due('00:00', '19T09:40', '20T08:00')).toBe(at('20T00:00').getTime());
  });

  it.each([
    ['10:30', '20T00:00', '20T10:30'],
    ['10:30', '19T00:10', '20T10:29'],
    // That of yesterday may have been another one.
    ['10:30', '01T10:40', '20T00:00'],
    ['10:30', '20T14:00', '20T15:00'],
    [null, '01T10:00', '20T15:00'],
    ['at ten', '01T10:00', '20T15:00'],
  ])('is none: reminder %s, set %s, now %s', (reminder, set, now) => {
    expect(due(reminder, set, now)).toBeNull();
  });
});

it('a list is old from the end of its hours on', () => {
  const list = { set_at: at('20T10:00').toISOString(), valid_hours: 2 };
  const end = at('20T12:00').getTime();
  expect([end - 1, end].map((now) => rateListState(list, now))).toEqual(['listed', 'stale']);
});

it('a list that a clock set which was ahead is old, and due', () => {
  const [now, set] = [at('20T10:30').getTime(), at('20T11:31')];
  const list = { set_at: set.toISOString(), valid_hours: 24, reminder_time: '10:30' };
  expect([rateListState(list, now), listDueSince(list, now)]).toEqual(['stale', now]);
  // Clocks differ a little.
  expect([rateListState(list, now + 60_000), listDueSince(list, now + 60_000)]).toEqual(['listed', null]);
});
