const KOLKATA_OFFSET = 330 * 60_000;
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
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
 * 157821 -> 1,57,821; up to two decimals are kept. By hand, because old Chromium groups en-IN wrongly
 * (andyearnshaw/Intl.js#165).
 */
export function groupRupees(amount: number): string {
  const [whole = '', part] = String(Math.abs(amount)).split('.');
  const last = whole.slice(-3);
  const rest = whole.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ',');
  return (amount < 0 ? '-' : '') + (rest ? `${rest},${last}` : last) + (part ? `.${part.padEnd(2, '0')}` : '');
}

/** A clock's parts in Asia/Kolkata, 12-hour: `{time: '4:10', seconds: '32', half: 'pm'}`. By hand: TVs lack time zones. */
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

/** `Friday, 20 November 2026` in Asia/Kolkata. */
export function kolkataDate(now: number): string {
  const date = inKolkata(now);
  return `${kolkataWeekday(now)}, ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** `Friday` in Asia/Kolkata. */
export function kolkataWeekday(now: number): string {
  return DAYS[inKolkata(now).getUTCDay()]!;
}

/** Whole days since 1970 in Asia/Kolkata: equal for two instants of one day there. */
export function kolkataDayNumber(now: number): number {
  return Math.floor((now + KOLKATA_OFFSET) / 86_400_000);
}

/** `20 November` in Asia/Kolkata. */
export function kolkataDayMonth(now: number): string {
  const date = inKolkata(now);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

function inKolkata(now: number): Date {
  return new Date(now + KOLKATA_OFFSET);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** `20 November 2026` in Asia/Kolkata. */
export function kolkataDay(now: number): string {
  return `${kolkataDayMonth(now)} ${inKolkata(now).getUTCFullYear()}`;
}

/** `20 November, 4:10 pm` in Asia/Kolkata. */
export function kolkataDateTime(now: number): string {
  return `${kolkataDayMonth(now)}, ${kolkataTime(now)}`;
}

/**
 * `4:10 pm` in Asia/Kolkata, and with the day unless that is today: `4:10 pm, 19 November`. Without a known `now` it may be any
 * day.
 */
export function kolkataRecently(at: number, now: number | undefined): string {
  const isToday = now !== undefined && kolkataDayNumber(at) === kolkataDayNumber(now);
  return isToday ? kolkataTime(at) : `${kolkataTime(at)}, ${kolkataDayMonth(at)}`;
}

/** As `kolkataDateTime`, in UTC. */
export function utcDateTime(now: number): string {
  return kolkataDateTime(now - KOLKATA_OFFSET);
}
