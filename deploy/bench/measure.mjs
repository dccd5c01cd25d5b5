// How benchmarks measure: sides in turn, the time of some work, the most of a value, and polls meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Measures two sides `pairs` times, each of them first every other time, so that slow changes of the machine affect both alike.
 * Answers the pairs of results, in the order of `sides`.
 */
export async function alternated(pairs, sides, measure) {
  const found = [];
  for (let turn = 0; turn < pairs; turn++) {
    const pair = [];
    for (const side of turn % 2 ? [0, 1] : [1, 0]) pair[side] = await measure(sides[side]);
    found.push(pair);
  }
  return found;
}

/** Milliseconds that `work` takes. */
export async function timed(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Looks at a value again and again until stopped. Answers the highest. */
export function peakOf(value) {
  let most = value();
  const timer = setInterval(() => (most = Math.max(most, value())), 50);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

/** Polls like a board every few milliseconds until stopped. Answers the milliseconds that each poll took. */
export function poll(url) {
  let polling = true;
  const took = [];
  const run = (async () => {
    while (polling) {
      took.push(await timed(async () => (await fetch(url)).arrayBuffer()));
      await sleep(5);
    }
  })();
  return {
    async stop() {
      polling = false;
      await run;
      return took;
    },
  };
}
