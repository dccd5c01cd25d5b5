import { inKolkata, KOLKATA_OFFSET, kolkataTime } from '@sarafa/domain';
import { kolkataDayMonth, kolkataRecently } from '@sarafa/words';
import { boardMessages } from './page-language.js';

// The dates of boards in the language of the page.

/** `4:10 pm` in Asia/Kolkata, with the day unless it is today: `4:10 pm, 19 November`. */
export function recently(at: number, now: number): string {
  return kolkataRecently(at, now, boardMessages());
}

/** `20 November` in Asia/Kolkata. */
function dayMonth(at: number): string {
  return kolkataDayMonth(at, boardMessages());
}

/** `20 November 2026` in Asia/Kolkata. */
export function dayOfYear(at: number): string {
  return `${dayMonth(at)} ${inKolkata(at).getUTCFullYear()}`;
}

/** `20 November, 4:10 pm` in Asia/Kolkata. */
export function dateTime(at: number): string {
  return `${dayMonth(at)}, ${kolkataTime(at)}`;
}

/** Like `dateTime`, in UTC. */
export function dateTimeUtc(at: number): string {
  return dateTime(at - KOLKATA_OFFSET);
}
