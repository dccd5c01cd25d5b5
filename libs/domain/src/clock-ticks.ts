const MINUTE = 60_000;
/** Asia/Kolkata is five and a half hours ahead of UTC all year: half-hours matter to ticks of an hour. */
const KOLKATA_OFFSET = 330 * MINUTE;

/** The last tick at or before `now` of a board whose rates move every `minutes`, aligned to Asia/Kolkata's clock (rule 4.10). */
export function tickStart(minutes: number, now: number): number {
  const step = minutes * MINUTE;
  return Math.floor((now + KOLKATA_OFFSET) / step) * step - KOLKATA_OFFSET;
}

/** The tick after `tickStart`. */
export function nextTick(minutes: number, now: number): number {
  return tickStart(minutes, now) + minutes * MINUTE;
}

/** From 03:00 to 05:00 in Asia/Kolkata, when no shop is open. `now`: milliseconds since 1970. */
export function isNightInKolkata(now: number): boolean {
  const hour = new Date(now + KOLKATA_OFFSET).getUTCHours();
  return hour >= 3 && hour < 5;
}
