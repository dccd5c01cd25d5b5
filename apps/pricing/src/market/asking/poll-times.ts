import type { PollerState } from './poller-state.schema.js';

/** After a poll without an answer the next comes after this time, then after longer and longer ones, up to the interval. */
const FIRST_RETRY_MS = 15_000;
/**
 * A question that lies further ahead than this was asked by a clock that was wrong for a while. Waiting for its time would leave
 * boards without new rates for hours.
 */
const CLOCKS_DIFFER_MS = 60_000;

/** When the market is to be asked next; milliseconds since 1970. */
export function nextPollAt(
  { asked_at, failures }: Pick<PollerState, 'asked_at' | 'failures'>,
  intervalMs: number,
  now: number,
): number {
  if (!asked_at || asked_at.getTime() > now + CLOCKS_DIFFER_MS) return 0;
  const wait = failures > 0 ? Math.min(intervalMs, FIRST_RETRY_MS * 2 ** (failures - 1)) : intervalMs;
  return asked_at.getTime() + wait;
}
