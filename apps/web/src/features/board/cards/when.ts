import { kolkataDayNumber, kolkataTime } from '@sarafa/domain';
import { digits, english, kolkataRecently, kolkataWeekday, say } from '@sarafa/words';

/** Like `kolkataRecently`, but a day of the past week is given by its name: `11:30 pm, Thursday`. */
export function weekTimeOf(at: number, now: number | undefined, messages = english): string {
  const days = now === undefined ? Infinity : kolkataDayNumber(now) - kolkataDayNumber(at);
  if (days <= 0 || days >= 7) return kolkataRecently(at, now, messages);
  return say(messages.time.ofDay, { time: digits(kolkataTime(at), messages), day: kolkataWeekday(at, messages) });
}
