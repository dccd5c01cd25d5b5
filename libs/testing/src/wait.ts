import { setTimeout } from 'node:timers/promises';

/** Long enough for a machine with other work: it only ends the wait for what never comes. */
const USUAL_MS = 30_000;
const [SHORTEST_MS, LONGEST_MS] = [10, 100];

/**
 * Resolves with the result of `check` once it is truthy. A check that throws counts as "not yet"; when the time is up, its last
 * error is reported. `everyMs` is the pause between two checks; by itself it grows with the time that was waited, because a hundred
 * checks a second take a good part of a processor.
 */
export async function until<T>(check: () => T | Promise<T>, timeoutMs = USUAL_MS, everyMs?: number): Promise<NonNullable<T>> {
  const start = performance.now();
  const end = start + timeoutMs;
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
    const waited = performance.now() - start;
    await setTimeout(everyMs ?? Math.min(LONGEST_MS, Math.max(SHORTEST_MS, waited / 10)));
  }
}
