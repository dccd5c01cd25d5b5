/** Asia/Kolkata is five and a half hours ahead of UTC all year; milliseconds. */
export const KOLKATA_OFFSET = 330 * 60_000;

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/**
 * 157821 -> 1,57,821, with up to two decimals. Not by Intl, because old Chromium groups en-IN wrongly
 * (andyearnshaw/Intl.js#165).
 */
export function groupRupees(amount: number): string {
  const [whole = '', part] = String(Math.abs(amount)).split('.');
  const last = whole.slice(-3);
  const rest = whole.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ',');
  return (amount < 0 ? '-' : '') + (rest ? `${rest},${last}` : last) + (part ? `.${part.padEnd(2, '0')}` : '');
}

/**
 * The parts of a 12-hour clock in Asia/Kolkata: `{time: '4:10', seconds: '32', half: 'pm'}`. Not by Intl, because TVs lack time
 * zones.
 */
export function kolkataClock(now: number): { time: string; seconds: string; half: 'am' | 'pm' } {
  const date = inKolkata(now);
  const hour = date.getUTCHours();
  const time = `${hour % 12 || 12}:${twoDigits(date.getUTCMinutes())}`;
  return { time, seconds: twoDigits(date.getUTCSeconds()), half: hour < 12 ? 'am' : 'pm' };
}

/** `4:10 pm` in Asia/Kolkata. */
export function kolkataTime(now: number): string {
  const { time, half } = kolkataClock(now);
  return `${time} ${half}`;
}

/** Whole days since 1970 in Asia/Kolkata; equal for two instants of the same day there. */
export function kolkataDayNumber(now: number): number {
  return Math.floor((now + KOLKATA_OFFSET) / 86_400_000);
}

/** `20 November` in Asia/Kolkata. */
export function kolkataDayMonth(now: number): string {
  const date = inKolkata(now);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

/** The instant whose parts in UTC are those of `now` in Asia/Kolkata. */
export function inKolkata(now: number): Date {
  return new Date(now + KOLKATA_OFFSET);
}

/** `20 November, 4:10 pm` in Asia/Kolkata. */
export function kolkataDateTime(now: number): string {
  return `${kolkataDayMonth(now)}, ${kolkataTime(now)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
