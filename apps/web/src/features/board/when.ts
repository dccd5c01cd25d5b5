import { kolkataDayNumber, kolkataTime } from '@sarafa/domain';
import { kolkataRecently, kolkataWeekday } from '../../shared/dates.js';

/** Like `kolkataRecently`, but a day of the past week is given by its name: `11:30 pm, Thursday`. */
export function weekTimeOf(at: number, now: number | undefined): string {
  const days = now === undefined ? Infinity : kolkataDayNumber(now) - kolkataDayNumber(at);
  return days > 0 && days < 7 ? `${kolkataTime(at)}, ${kolkataWeekday(at)}` : kolkataRecently(at, now);
}
