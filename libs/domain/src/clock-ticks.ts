import { KOLKATA_OFFSET } from './formats.js';

const MINUTE = 60_000;

/**
 * The last tick at or before `now` of a board whose rates move every `minutes`, aligned to Asia/Kolkata's clock (rule 4.10),
 * where an hour begins when it is half past in UTC.
 */
export function tickStart(minutes: number, now: number): number {
  const step = minutes * MINUTE;
  return Math.floor((now + KOLKATA_OFFSET) / step) * step - KOLKATA_OFFSET;
}

/** The tick after `tickStart`. */
export function nextTick(minutes: number, now: number): number {
  return tickStart(minutes, now) + minutes * MINUTE;
}
