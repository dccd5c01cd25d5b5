import type { RateList } from '@sarafa/contracts';
import { kolkataMidnight } from './landed-day.js';
import { lastTime } from './off-hours.js';

const HOUR_MS = 3_600_000;
/**
 * A list that was set further ahead than this was set by a clock that was ahead for a while, and nobody knows how old its rates are.
 */
export const LIST_MAY_BE_AHEAD_MS = HOUR_MS;

/** When the rates of a list grow old (rule 3.17); milliseconds since 1970. */
export function listedUntil({ set_at, valid_hours }: Pick<RateList, 'set_at' | 'valid_hours'>): number {
  return Date.parse(set_at) + valid_hours * HOUR_MS;
}

/** How the rates of a list stand at `now`. */
export function rateListState(list: Pick<RateList, 'set_at' | 'valid_hours'>, now: number): 'listed' | 'stale' {
  return isAhead(list, now) || now >= listedUntil(list) ? 'stale' : 'listed';
}

function isAhead({ set_at }: Pick<RateList, 'set_at'>, now: number): boolean {
  return Date.parse(set_at) > now + LIST_MAY_BE_AHEAD_MS;
}

/** The reminder time of today, once it has come for a list that hasn't been set today (rule 3.24), in milliseconds since 1970; else null. */
export function listDueSince(
  { reminder_time, set_at }: Pick<RateList, 'reminder_time' | 'set_at'>,
  now: number,
): number | null {
  const due = reminder_time === null ? undefined : lastTime(reminder_time, now);
  const midnight = kolkataMidnight(now);
  const isSetToday = Date.parse(set_at) >= midnight && !isAhead({ set_at }, now);
  return due !== undefined && due >= midnight && !isSetToday ? due : null;
}
