import type { MarketHours } from '@sarafa/contracts';

/** Spot gold doesn't trade from Friday 17:00 to Sunday 18:00 in New York (rule 4.7). */
interface MarketWeek {
  readonly closed: boolean;
  /** When the market last closed; milliseconds since 1970. */
  readonly lastClose: number;
  /** When the market last opened. */
  readonly lastOpen: number;
  /** When the market next closes or opens. */
  readonly nextTurn: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FRIDAY = 5;
const CLOSE_HOUR = 17;
const OPEN_HOUR = 18;

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

export function marketWeek(now: number): MarketWeek {
  const local = now + newYorkOffset(now);
  const midnight = Math.floor(local / DAY) * DAY;
  const sinceFriday = (new Date(midnight).getUTCDay() - FRIDAY + 7) % 7;
  const friday = midnight - sinceFriday * DAY;
  const closes = [friday - 7 * DAY, friday, friday + 7 * DAY].map((day) => inNewYork(day, CLOSE_HOUR));
  const opens = [friday - 5 * DAY, friday + 2 * DAY].map((day) => inNewYork(day, OPEN_HOUR));
  const lastClose = Math.max(...closes.filter((close) => close <= now));
  const lastOpen = Math.max(...opens.filter((open) => open <= now));
  return {
    closed: lastClose > lastOpen,
    lastClose,
    lastOpen,
    nextTurn: Math.min(...[...closes, ...opens].filter((turn) => turn > now)),
  };
}

/** Whether the market trades at `now`; with hours of `always` it does at any time. */
export function isMarketOpen(hours: MarketHours, now: number): boolean {
  return hours === 'always' || !marketWeek(now).closed;
}

/** When the market opened last, in milliseconds since 1970; 0 where it never closes. */
export function marketOpenedAt(hours: MarketHours, now: number): number {
  return hours === 'always' ? 0 : marketWeek(now).lastOpen;
}

/** The instant at which clocks in New York show `hour`, on the day that begins at `localMidnight`. */
function inNewYork(localMidnight: number, hour: number): number {
  const local = localMidnight + hour * 60 * MINUTE;
  // Clocks change on Sundays at 2:00, hours away from both times, so the offset of a nearby instant is right.
  return local - newYorkOffset(local - newYorkOffset(local));
}

/** New York's offset from UTC in milliseconds. */
function newYorkOffset(now: number): number {
  const part = Object.fromEntries(newYork.formatToParts(now).map(({ type, value }) => [type, Number(value)]));
  const shown = Date.UTC(part['year']!, part['month']! - 1, part['day'], part['hour'], part['minute'], part['second']);
  return shown - Math.floor(now / 1000) * 1000;
}
