import type { PollerState } from './poller-state.schema.js';

/** After a poll without an answer the next comes after this time, then after longer and longer ones, up to the interval. */
const FIRST_RETRY_MS = 15_000;

/** When the market is to be asked next; milliseconds since 1970. */
export function nextPollAt({ asked_at, failures }: Pick<PollerState, 'asked_at' | 'failures'>, intervalMs: number): number {
  if (!asked_at) return 0;
  const wait = failures > 0 ? Math.min(intervalMs, FIRST_RETRY_MS * 2 ** (failures - 1)) : intervalMs;
  return asked_at.getTime() + wait;
}
