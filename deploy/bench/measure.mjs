// How benchmarks measure: sides in turn, under load, the time of some work, the most of a value, and polls meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { usage } from '@sarafa/testing';
import autocannon from 'autocannon';

const CONNECTIONS = 20;

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

/** As many requests as a server answers in `duration` seconds. Every answer has to have this status. */
export async function underLoad({ pid, url }, { headers, duration, status = 200 }) {
  const before = usage(pid).cpuS;
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration });
  const wrong = result.requests.total - (result.statusCodeStats[status]?.count ?? 0) + result.errors;
  if (wrong > 0) throw new Error(`${wrong} wrong answers of ${url}`);
  return { requests: result.requests.total, seconds: result.duration, cpuS: usage(pid).cpuS - before };
}

/** Requests a second, and processor seconds for a request, of these runs under load together. */
export function together(runs) {
  const sum = (key) => runs.reduce((total, run) => total + run[key], 0);
  return { rate: sum('requests') / sum('seconds'), cpu: sum('cpuS') / sum('requests') };
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
