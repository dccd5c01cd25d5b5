import { setTimeout } from 'node:timers/promises';

/**
 * Resolves with the result of `check` once it is truthy. A check that throws counts as "not yet"; when the time is up, its last
 * error is reported.
 */
export async function until<T>(check: () => T | Promise<T>, timeoutMs = 10_000, everyMs = 10): Promise<NonNullable<T>> {
  const end = performance.now() + timeoutMs;
  let failure: unknown;
  for (;;) {
    try {
      const value = await check();
      if (value) return value;
      failure = undefined;
    } catch (error) {
      failure = error;
    }
    if (performance.now() > end) throw new Error(`Not within ${timeoutMs} ms: ${check}`, { cause: failure });
    await setTimeout(everyMs);
  }
}
