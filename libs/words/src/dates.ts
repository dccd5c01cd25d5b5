import { inKolkata, kolkataDayNumber, kolkataTime } from '@sarafa/domain';
import { digits, english, say } from './language.js';

// From the messages and not by Intl, because televisions lack the data of most languages and all time zones.

/** `Friday` in Asia/Kolkata. */
function kolkataWeekday(now: number, { weekdays } = english): string {
  return weekdays[inKolkata(now).getUTCDay()]!;
}

/** `Friday, 20 November 2026` in Asia/Kolkata. */
export function kolkataDate(now: number, messages = english): string {
  const date = inKolkata(now);
  const month = messages.months[date.getUTCMonth()]!;
  const parts = { weekday: kolkataWeekday(now, messages), day: date.getUTCDate(), month, year: date.getUTCFullYear() };
  return say(messages.time.date, parts, messages);
}

/**
 * `4:10 pm` in Asia/Kolkata, with the day unless it is today: `4:10 pm, 19 November`. Without `now` the day is always given.
 */
export function kolkataRecently(at: number, now: number | undefined, messages = english): string {
  const isToday = now !== undefined && kolkataDayNumber(at) === kolkataDayNumber(now);
  const time = digits(kolkataTime(at), messages);
  return isToday ? time : say(messages.time.ofDay, { time, day: kolkataDayMonth(at, messages) });
}

/** `20 November` in Asia/Kolkata. */
export function kolkataDayMonth(at: number, messages = english): string {
  const date = inKolkata(at);
  return say(messages.time.day, { day: date.getUTCDate(), month: messages.months[date.getUTCMonth()]! }, messages);
}

/** Like `kolkataRecently`, but a day of the past week is given by its name: `11:30 pm, Thursday`. */
export function weekTimeOf(at: number, now: number | undefined, messages = english): string {
  const days = now === undefined ? Infinity : kolkataDayNumber(now) - kolkataDayNumber(at);
  if (days <= 0 || days >= 7) return kolkataRecently(at, now, messages);
  return say(messages.time.ofDay, { time: digits(kolkataTime(at), messages), day: kolkataWeekday(at, messages) });
}
