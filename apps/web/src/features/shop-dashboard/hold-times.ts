import { limits } from '@sarafa/contracts';
import { kolkataMidnight } from '@sarafa/domain';
import { say } from '../../shared/page-language.js';
import { dashboardTexts } from '../../shared/texts/dashboard-texts.js';
import { minutesText } from './duration.js';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const KEY = 'sarafa.closing';
const USUAL_CLOSING = '21:00';

/** The instant of `20:30` today in Asia/Kolkata; undefined for what is no time, is over, or is further ahead than rates may be held. */
export function closingToday(time: string, now: number): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  const at = kolkataMidnight(now) + (Number(hours) * HOUR_MINUTES + Number(minutes)) * MINUTE_MS;
  const longest = limits.holdHours * HOUR_MINUTES * MINUTE_MS;
  return at > now && at <= now + longest ? at : undefined;
}

/** `2 h 14 min left`, and with seconds in the last hour: `42:10 left`. */
export function leftText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const minutes = Math.floor(seconds / 60);
  const { left, hours } = dashboardTexts.hold;
  return say(left, {
    time:
      minutes < HOUR_MINUTES
        ? minutesText(seconds)
        : say(hours, { hours: Math.floor(minutes / HOUR_MINUTES), minutes: minutes % HOUR_MINUTES }),
  });
}

/** When the shop closed the last time that its rates were held till then. */
export function usualClosing(): string {
  try {
    return localStorage.getItem(KEY) ?? USUAL_CLOSING;
  } catch {
    return USUAL_CLOSING;
  }
}

export function keepClosing(time: string): void {
  try {
    localStorage.setItem(KEY, time);
  } catch {
    return;
  }
}
