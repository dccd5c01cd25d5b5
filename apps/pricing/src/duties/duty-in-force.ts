import type { DutyEntry } from '../pricing.config.js';

/** The entry whose day, from midnight in Asia/Kolkata, has come last; the earliest one before any has. */
export function dutyInForce(entries: readonly DutyEntry[], now: number): DutyEntry {
  const byDay = [...entries].sort((a, b) => a.from.localeCompare(b.from));
  return byDay.filter(({ from }) => Date.parse(`${from}T00:00:00+05:30`) <= now).at(-1) ?? byDay[0]!;
}
