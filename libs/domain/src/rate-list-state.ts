import type { RateList } from '@sarafa/contracts';
import { kolkataMidnight } from './landed-day.js';
import { lastTime } from './off-hours.js';

const HOUR_MS = 3_600_000;

/** When the rates of a list grow old (rule 3.17); milliseconds since 1970. */
export function listedUntil({ set_at, valid_hours }: Pick<RateList, 'set_at' | 'valid_hours'>): number {
  return Date.parse(set_at) + valid_hours * HOUR_MS;
}

/** How the rates of a list stand at `now`. */
export function rateListState(list: Pick<RateList, 'set_at' | 'valid_hours'>, now: number): 'listed' | 'stale' {
  return now < listedUntil(list) ? 'listed' : 'stale';
}

/** The reminder time of today, once it has come for a list that hasn't been set today (rule 3.24), in milliseconds since 1970; else null. */
export function listDueSince(
  { reminder_time, set_at }: Pick<RateList, 'reminder_time' | 'set_at'>,
  now: number,
): number | null {
  const due = reminder_time === null ? undefined : lastTime(reminder_time, now);
  const midnight = kolkataMidnight(now);
  return due !== undefined && due >= midnight && Date.parse(set_at) < midnight ? due : null;
}
