import { kolkataDayMonth, kolkataDayNumber, kolkataTime, kolkataWeekday } from '@sarafa/domain';

/** `11:42 am`, and with the day unless that is today: `11:42 am, 19 November`. Without a known `now` it may be any day. */
export function timeOf(at: number, now: number | undefined): string {
  return isSameDay(at, now) ? kolkataTime(at) : `${kolkataTime(at)}, ${kolkataDayMonth(at)}`;
}

/** As `timeOf`, but a day of the week past goes by its name: `11:30 pm, Thursday`. */
export function weekTimeOf(at: number, now: number | undefined): string {
  const days = now === undefined ? Infinity : kolkataDayNumber(now) - kolkataDayNumber(at);
  return days > 0 && days < 7 ? `${kolkataTime(at)}, ${kolkataWeekday(at)}` : timeOf(at, now);
}

function isSameDay(at: number, now: number | undefined): boolean {
  return now !== undefined && kolkataDayNumber(at) === kolkataDayNumber(now);
}
