// Runs one ring of a project's tests: `node ../../deploy/local/jest.mjs unit|int|e2e|journey|timed [jest's own arguments]`.
// The counts go to .results/<ring>.json, which `npm test` adds up.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Jest, its results written, has this long to end. What a spec leaves open would hold it for ever. */
const LEAVING_MS = 20_000;

/**
 * Most specs that start servers or browsers wait for them, so two files of them share the time. Those that assert what a loaded
 * machine can't keep are `timed-`: one at a time, as are integration specs, whose projects run side by side.
 */
const WORKERS = { unit: [], e2e: ['--maxWorkers=2'], journey: ['--maxWorkers=2'] };

const [ring, ...rest] = process.argv.slice(2);
const root = fileURLToPath(new URL('../..', import.meta.url));
// Jest writes there, but doesn't make the folder; an old result must not count for a run that crashes.
mkdirSync('.results', { recursive: true });
const result = `.results/${ring}.json`;
rmSync(result, { force: true });
const jest = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--no-warnings',
    `${root}/node_modules/jest/bin/jest.js`,
    `--config=${root}/jest.config.mjs`,
    '--json',
    `--outputFile=${result}`,
    ...(WORKERS[ring] ?? ['--runInBand']),
    ...rest,
  ],
  { stdio: ['inherit', 'ignore', 'inherit'], env: { ...process.env, RING: ring } },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => jest.kill(signal));
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
