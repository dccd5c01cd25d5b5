// `npm run test:nodes [-- --seed N --runs N --only NAME,NAME]`: three nodes of NATS and three of MongoDB are killed, stopped and cut
// off below two replicas of each part, while clients read and save. Counts what was lost and measures for how long what failed.
import { availableParallelism, loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { setTimeout } from 'node:timers/promises';
import { random, tally, until } from '@sarafa/testing';
import { Boards } from '../faults/boards.mjs';
import { check } from '../faults/checker.mjs';
import { History } from '../faults/history.mjs';
import { chosen } from '../faults/schedule.mjs';
import { Writers } from '../faults/writers.mjs';
import { details, HEAD, judge, row } from './judge.mjs';
import { NodesCluster } from './nodes-cluster.mjs';
import { Outages } from './outages.mjs';
import { Readers } from './readers.mjs';
import { FAULTS } from './schedule.mjs';

const SHOPS = 24;
const WITH_BOARDS = 12;
const BOARDS = 60;
const WARM_UP_MS = 10_000;
const WHOLE_MS = 60_000;
const READY_MS = 45_000;
/** Between two changes of a lane, on average. */
const PAUSE_MS = 2_000;
/** How long clients go on after a fault, and how long nobody changes anything before the check. */
const GO_ON_MS = 10_000;
const CALM_MS = 10_000;
const SHOWN = 8;

const { values } = parseArgs({
  options: { seed: { type: 'string' }, runs: { type: 'string', default: '1' }, only: { type: 'string' } },
});
const seed = Number(values.seed ?? Date.now() % 1e6);
const names = chosen(values.only, FAULTS);
const rng = random(seed);
const history = new History();
const outages = new Outages();
const cluster = new NodesCluster();
const rows = [];
/** What was found after earlier faults and still stands. */
const told = new Set();
/** How late this process itself is, which adds to what it measures. */
const lateness = monitorEventLoopDelay();
let failures = 0;

/** What isn't as before the fault, in words. */
async function healed() {
  const whole = [];
  const must = (what, is) => until(is, WHOLE_MS).catch(() => whole.push(`${what} isn't whole ${WHOLE_MS / 1_000} s after`));
  await must('NATS', () => cluster.natsNodes.isWhole());
  await must('MongoDB', () => cluster.mongoNodes.isWhole());
  for (const label of await cluster.lateParts(READY_MS)) whole.push(`${label} isn't ready ${READY_MS / 1_000} s after`);
  return whole;
}

async function suffer(name, writers, readers, boards) {
  const fault = FAULTS[name];
  outages.take();
  lateness.reset();
  const startedAt = performance.now();
  history.note(`FAULT ${name}`);
  await fault.work(cluster, rng);
  history.note(`HEALED ${name}`);
  const healedAt = performance.now();
  const healedOn = Date.now();
  const [youngAt, whole] = await Promise.all([readers.youngSince(healedOn, WHOLE_MS), healed()]);
  await setTimeout(GO_ON_MS);
  const failing = await writers.pause();
  if (failing.length > 0) whole.push(`changes still fail: ${failing.join(', ')}`);
  await setTimeout(CALM_MS);
  if (fault.hasClocks) boards.takeWrong();
  const found = await check(cluster, writers, boards);
  const wrong = found.filter(({ what }) => !told.has(what));
  for (const { what } of wrong) told.add(what);
  const result = {
    ...{ name, fault, healedAt, whole, wrong, outages: outages.take(), wentBack: readers.wentBack.splice(0) },
    ...{ oldestRateMs: readers.oldestRateMs, quoteMs: youngAt && youngAt - healedOn },
    ...{ errors: cluster.takeErrors(), ended: cluster.ended.splice(0) },
  };
  readers.oldestRateMs = 0;
  writers.goOn();
  tell(result, startedAt);
}

function tell(result, startedAt) {
  const { name, wrong, wentBack, errors } = result;
  const passed = judge(result);
  failures += passed.length;
  rows.push(row(result, passed));
  const machine = `a load of ${loadavg()[0].toFixed(1)} on ${availableParallelism()} processors, itself ${(lateness.max / 1e6).toFixed(0)} ms late`;
  console.log(`\n${name} (seed ${seed}), healed after ${((result.healedAt - startedAt) / 1_000).toFixed(1)} s, ${machine}`);
  for (const line of details(result.outages, startedAt)) console.log(`    ${line}`);
  for (const line of passed) console.log(`  FAIL ${line}`);
  for (const line of wentBack.slice(0, SHOWN)) console.log(`  went back: ${line}`);
  for (const [text, count] of Object.entries(tally(errors.map(({ label, text }) => `${label}: ${text}`))))
    console.log(`  ${count} x ${text}`);
  // Both gateways may have shown the same.
  for (const about of [...new Set(wrong.map(({ about }) => about))].slice(0, SHOWN)) {
    console.log(`  history of ${about}:`);
    for (const entry of history.about(about)) console.log(`      ${entry}`);
  }
  console.log(`${HEAD}\n${rows.at(-1)}`);
}

console.log(`seed ${seed}, ${values.runs} runs of ${names.join(' ')}`);
try {
  await cluster.start();
  console.log(`three copies of each of ${await cluster.natsNodes.requireCopies()}`);
  cluster.moveMarket(seed + 1);
  const writers = new Writers(cluster, history, random(seed + 2), { pauseMs: PAUSE_MS, outages });
  await writers.start(SHOPS, WITH_BOARDS);
  const boards = new Boards();
  boards.open(BOARDS, writers.shops.slice(0, WITH_BOARDS), cluster.gateways);
  const readers = new Readers(cluster, writers, boards, outages);
  const [shop] = writers.shops;
  const { body } = await writers.makeAd(shop, 'read.jpg', { stays: true });
  readers.start({ shop, file: body.advertisement.file_path, signers: writers.shops.slice(0, WITH_BOARDS) });
  cluster.watchParts();
  lateness.enable();
  await setTimeout(WARM_UP_MS);
  cluster.takeErrors();
  for (let run = 0; run < Number(values.runs); run++) {
    for (const name of names) await suffer(name, writers, readers, boards);
  }
  await writers.end();
  readers.end();
  boards.end();
  for (const failure of writers.failures) console.log(`the tool itself: ${failure}`);
  console.log(`\n${HEAD}\n${rows.join('\n')}\n`);
  console.log(`seed ${seed}: ${writers.tries} changes, ${failures} limits passed`);
} finally {
  await cluster.end();
}
process.exit(failures > 0 ? 1 : 0);
