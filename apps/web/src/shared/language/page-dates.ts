import { inKolkata, KOLKATA_OFFSET, kolkataTime } from '@sarafa/domain';
import { kolkataDayMonth, kolkataRecently } from '@sarafa/words';
import { boardMessages } from './page-language.js';

// The dates of boards in the language of the page.

/** `4:10 pm` in Asia/Kolkata, with the day unless it is today, and its year unless it is this one: `4:10 pm, 19 November 2025`. */
export function recently(at: number, now: number): string {
  const time = kolkataRecently(at, now, boardMessages());
  return yearOf(at) === yearOf(now) ? time : `${time} ${yearOf(at)}`;
}

function yearOf(at: number): number {
  return inKolkata(at).getUTCFullYear();
}

/** `20 November` in Asia/Kolkata. */
function dayMonth(at: number): string {
  return kolkataDayMonth(at, boardMessages());
}

/** `20 November 2026` in Asia/Kolkata. */
export function dayOfYear(at: number): string {
  return `${dayMonth(at)} ${yearOf(at)}`;
}

/** `20 November, 4:10 pm` in Asia/Kolkata. */
export function dateTime(at: number): string {
  return `${dayMonth(at)}, ${kolkataTime(at)}`;
}

/** The words of a service, which write instants in UTC, with `dateTimeOfYear`s in their place. */
export function withDateTimes(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (instant) => dateTimeOfYear(Date.parse(instant)));
}

/** `20 November 2026, 4:10 pm` in Asia/Kolkata. */
export function dateTimeOfYear(at: number): string {
  return `${dayOfYear(at)}, ${kolkataTime(at)}`;
}

/** Like `dateTime`, in UTC. */
export function dateTimeUtc(at: number): string {
  return dateTime(at - KOLKATA_OFFSET);
}
