const FIRST_MS = 1_000;
const LONGEST_MS = 5_000;

/**
 * Milliseconds until the next attempt to open the stream, after `failures` in a row: doubling up to 5 s, so that rates are live
 * within 10 s of the server's return. Up to half is random (`random` is from 0 to 1), so that a thousand boards don't reconnect
 * at once.
 */
export function reconnectDelay(failures: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return Math.round(full * (0.5 + random / 2));
}
