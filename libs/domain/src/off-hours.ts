import type { OffHours } from '@sarafa/contracts';
import { KOLKATA_OFFSET } from './formats.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Whether a shop's screens are black at `now`, in milliseconds since 1970 (rule 14.9). The minute of `to` is bright again. */
export function isOffHours(off: OffHours | null | undefined, now: number): boolean {
  if (!off) return false;
  const [from, to, time] = [msOf(off.from), msOf(off.to), (now + KOLKATA_OFFSET) % DAY_MS];
  if (Number.isNaN(from) || Number.isNaN(to)) return false;
  // Over midnight the two parts of the night are either side of the day.
  return from <= to ? time >= from && time < to : time >= from || time < to;
}

/** When the off-hours ended last before `now`, in milliseconds since 1970; undefined where there are none. */
export function lastOffHoursEnd(off: OffHours | null | undefined, now: number): number | undefined {
  return off ? lastTime(off.to, now) : undefined;
}

/** When it was last `time` ('HH:mm') in Asia/Kolkata, in milliseconds since 1970; undefined where `time` can't be read. */
export function lastTime(time: string, now: number): number | undefined {
  const midnight = now - ((now + KOLKATA_OFFSET) % DAY_MS);
  const last = midnight + msOf(time);
  if (Number.isNaN(last)) return undefined;
  return last <= now ? last : last - DAY_MS;
}

/** 'HH:mm' as milliseconds after midnight; no number for what another release may have stored in another form. */
function msOf(time: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}
