import { inKolkata, KOLKATA_OFFSET, kolkataDateTime, kolkataDayMonth, kolkataDayNumber, kolkataTime } from '@sarafa/domain';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** `Friday` in Asia/Kolkata. */
export function kolkataWeekday(now: number): string {
  return DAYS[inKolkata(now).getUTCDay()]!;
}

/** `20 November 2026` in Asia/Kolkata. */
export function kolkataDay(now: number): string {
  return `${kolkataDayMonth(now)} ${inKolkata(now).getUTCFullYear()}`;
}

/** `Friday, 20 November 2026` in Asia/Kolkata. */
export function kolkataDate(now: number): string {
  return `${kolkataWeekday(now)}, ${kolkataDay(now)}`;
}

/**
 * `4:10 pm` in Asia/Kolkata, with the day unless it is today: `4:10 pm, 19 November`. Without `now` the day is always given.
 */
export function kolkataRecently(at: number, now: number | undefined): string {
  const isToday = now !== undefined && kolkataDayNumber(at) === kolkataDayNumber(now);
  return isToday ? kolkataTime(at) : `${kolkataTime(at)}, ${kolkataDayMonth(at)}`;
}

/** Like `kolkataDateTime`, in UTC. */
export function utcDateTime(now: number): string {
  return kolkataDateTime(now - KOLKATA_OFFSET);
}
