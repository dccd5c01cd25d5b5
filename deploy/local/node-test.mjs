// `node deploy/local/node-test.mjs FOLDER...`: runs the `*.test.mjs` of these folders with Node's own test runner. The files
// are listed here, because versions of Node differ in what they take for a folder, and in the default report.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';

function specsIn(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.mjs'));
  if (names.length === 0) throw new Error(`No *.test.mjs in ${folder}`);
  return names.sort().map((name) => join(folder, name));
}

// The report is TAP, which `tapCounts` and `tapFailures` read.
const args = ['--test', '--test-reporter=tap', ...process.argv.slice(2).flatMap(specsIn)];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
