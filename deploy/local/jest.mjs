// `node ../../deploy/local/jest.mjs RING [jest's own arguments]`: runs one ring of a project's tests (rings.mjs). The results go
// to .results/<ring>.json, which `npm test` reads; Jest's report goes to standard error, and what the services in the
// specs log goes to .results/<ring>.log.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isTimed } from './areas.mjs';
import { notFromCache } from './cached.mjs';
import { ownLog } from './evidence.mjs';

/**
 * How long Jest may take to end after it has written its results. Otherwise something that a spec leaves open would keep it
 * alive for ever.
 */
const LEAVING_MS = 20_000;

notFromCache();
const [ring, ...rest] = process.argv.slice(2);

/**
 * How many files run side by side. Specs whose assertions fail on a loaded machine run one at a time. The limit of memory has Jest
 * run its files in another process also where there is one worker: what a file leaves in memory goes with the process.
 */
const workers = isTimed(ring) ? 1 : (process.env.SPEC_WORKERS ?? 2);
const WORKER_MEMORY = '1500MB';
const root = fileURLToPath(new URL('../..', import.meta.url));
// Jest doesn't create the folder. An old result must not count for a run that crashes.
mkdirSync('.results', { recursive: true });
const result = `.results/${ring}.json`;
for (const old of [result, `.results/${ring}`]) rmSync(old, { recursive: true, force: true });
const jest = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--no-warnings',
    `${root}/node_modules/jest/bin/jest.js`,
    `--config=${root}/jest.config.mjs`,
    '--json',
    `--outputFile=${result}`,
    `--maxWorkers=${workers}`,
    `--workerIdleMemoryLimit=${WORKER_MEMORY}`,
    ...rest,
  ],
  { stdio: ['inherit', openSync(ownLog('.', ring), 'w'), 'inherit'], env: { ...process.env, RING: ring } },
);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => jest.kill(signal));
let timer;
const poll = setInterval(() => {
  if (!existsSync(result)) return;
  clearInterval(poll);
  timer = setTimeout(() => {
    console.error(`Jest has its results but does not end: a spec of the ring "${ring}" here left something open`);
    jest.kill('SIGKILL');
  }, LEAVING_MS);
}, 500);
jest.once('exit', (code) => {
  clearInterval(poll);
  clearTimeout(timer);
  process.exitCode = code ?? 1;
});
