import { limits } from '@sarafa/contracts';
import { inKolkata, kolkataMidnight } from '@sarafa/domain';
import { say } from '../../../shared/language/page-language.js';
import { dashboardTexts } from '../../../shared/texts/dashboard-texts.js';
import { kept } from '../../../shared/kept/kept.js';
import { minutesText } from '../duration.js';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const LONGEST_MS = limits.holdHours * HOUR_MINUTES * MINUTE_MS;
const KEY = 'sarafa.closing';
const USUAL_CLOSING = '21:00';

/** The instant of `20:30` today in Asia/Kolkata; undefined for what is no time, is over, or is further ahead than rates may be held. */
export function closingToday(time: string, now: number): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  const at = instantToday(hours, minutes, now);
  return at > now && at <= now + LONGEST_MS ? at : undefined;
}

/**
 * What the form offers at first: the usual closing time, or in a morning that is too early for it the latest time that is allowed.
 * Empty where the usual time is over.
 */
export function offeredClosing(now: number): string {
  const usual = usualClosing();
  if (closingToday(usual, now) !== undefined) return usual;
  const [hours, minutes] = usual.split(':');
  return instantToday(hours, minutes, now) > now
    ? inKolkata(now + LONGEST_MS)
        .toISOString()
        .slice(11, 16)
    : '';
}

function instantToday(hours: string | undefined, minutes: string | undefined, now: number): number {
  return kolkataMidnight(now) + (Number(hours) * HOUR_MINUTES + Number(minutes)) * MINUTE_MS;
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
function usualClosing(): string {
  return kept.get(KEY) ?? USUAL_CLOSING;
}

export function keepClosing(time: string): void {
  kept.set(KEY, time);
}
