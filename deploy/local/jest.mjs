// Runs one ring of a project's tests: `node ../../deploy/local/jest.mjs unit|int|e2e|journey [jest's own arguments]`.
// The counts go to .results/<ring>.json, which `npm test` adds up.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [ring, ...rest] = process.argv.slice(2);
const root = fileURLToPath(new URL('../..', import.meta.url));
// Jest writes there, but doesn't make the folder; an old result must not count for a run that crashes.
mkdirSync('.results', { recursive: true });
rmSync(`.results/${ring}.json`, { force: true });
const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--no-warnings',
    `${root}/node_modules/jest/bin/jest.js`,
    `--config=${root}/jest.config.mjs`,
    '--passWithNoTests',
    '--json',
    `--outputFile=.results/${ring}.json`,
    // Specs that start servers measure them too: side by side they would measure each other.
    ...(ring === 'unit' ? [] : ['--runInBand']),
    ...rest,
  ],
  { stdio: ['inherit', 'ignore', 'inherit'], env: { ...process.env, RING: ring } },
);
process.exit(status ?? 1);
