// `npm run test:faults [-- --seed N --minutes M --only NAME,NAME]`: clients write, boards are open and a market moves, while everything that the
// product depends on is killed, stopped, cut off, restored to an older state, filled up or given a wrong clock. After each
// fault and a calm period everything is checked.
import { parseArgs } from 'node:util';
import { setTimeout } from 'node:timers/promises';
import { random } from '@sarafa/testing';
import { Boards } from './boards.mjs';
import { check } from './checker.mjs';
import { Cluster } from './cluster.mjs';
import { History } from './history.mjs';
import { chosen, FAULTS, faultsOf } from './schedule.mjs';
import { Writers } from './writers.mjs';

/** Between two changes of each kind, on average. */
const PAUSE_MS = 500;
const CALM_MS = 10_000;
const BACK_MS = 45_000;
const SHOPS = 20;
/** Of these shops nobody holds the rates, changes the password or ends the subscription. */
const OF_MARKET = 8;
const BOARDS = 500;

const { values } = parseArgs({
  options: { seed: { type: 'string' }, minutes: { type: 'string', default: '10' }, only: { type: 'string' } },
});
const seed = Number(values.seed ?? Date.now() % 1e6);
const names = chosen(values.only, FAULTS);
const rng = random(seed);
const history = new History();
const cluster = new Cluster();
const totals = { faults: 0, violations: 0 };

function tell({ what, about }) {
  totals.violations++;
  console.log(`\nVIOLATION (seed ${seed}): ${what}`);
  for (const entry of history.about(about)) console.log(`    ${entry}`);
}

console.log(`seed ${seed}, ${values.minutes} minutes, faults: ${names.join(' ')}`);
try {
  await cluster.start();
  cluster.moveMarket(seed + 1);
  const writers = new Writers(cluster, history, random(seed + 2), { pauseMs: PAUSE_MS });
  await writers.start(SHOPS, OF_MARKET);
  const boards = new Boards();
  boards.open(BOARDS, writers.shops, cluster.gateways);
  await setTimeout(5_000);
  const end = performance.now() + Number(values.minutes) * 60_000;
  for (const { name, words, work } of faultsOf(cluster, rng, names)) {
    if (performance.now() >= end) break;
    totals.faults++;
    history.note(`FAULT ${words}`);
    await work();
    history.note(`HEALED ${name}`);
    const notReady = await cluster.lateParts(BACK_MS);
    const failing = await writers.pause();
    await setTimeout(CALM_MS);
    const found = [
      ...notReady.map((label) => ({ what: `${label} isn't ready ${BACK_MS / 1_000} s after: ${words}`, about: '' })),
      ...failing.map((what) => ({ what: `changes still fail: ${what}`, about: '' })),
      ...(await check(cluster, writers, boards)),
    ];
    for (const violation of found.slice(0, 5)) tell(violation);
    for (const failure of writers.failures.splice(0)) console.log(`the bench itself: ${failure}`);
    console.log(`${found.length === 0 ? 'ok  ' : 'FAIL'} ${words}`);
    writers.goOn();
    await setTimeout(1_000);
  }
  await writers.end();
  boards.end();
  const written = [...writers.counts].map(([what, count]) => `${count} ${what}`).join(', ');
  console.log(
    `\n${totals.faults} faults, ${written}; ${writers.revoked.length} revoked tokens, ${writers.deletedShops.length} deleted shops`,
  );
  console.log(`seed ${seed}: ${totals.violations} violations`);
} finally {
  await cluster.end();
}
process.exit(totals.violations > 0 ? 1 : 0);
