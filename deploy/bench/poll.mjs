import { setTimeout as sleep } from 'node:timers/promises';

/** Polls like a board every few milliseconds until stopped. Answers the milliseconds that each poll took. */
export function poll(url) {
  let polling = true;
  const took = [];
  const run = (async () => {
    while (polling) {
      const from = performance.now();
      await (await fetch(url)).arrayBuffer();
      took.push(performance.now() - from);
      await sleep(5);
    }
  })();
  return { stop: () => ((polling = false), run.then(() => took)) };
}
