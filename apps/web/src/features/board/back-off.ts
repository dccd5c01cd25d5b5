const FIRST_MS = 1_000;
const LONGEST_MS = 5_000;

/**
 * Milliseconds before the next try to open the stream, after `failures` in a row: doubling, at most 5 s, so that rates are
 * live again within 10 s of a server's return. Up to half is chance (`random` in 0..1), or a thousand boards would come at once.
 */
export function reconnectDelay(failures: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return Math.round(full * (0.5 + random / 2));
}
