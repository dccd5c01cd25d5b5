// `node deploy/local/node-test.mjs FOLDER...`: runs the `*.test.mjs` of these folders with Node's own test runner. The files
// are listed here, because versions of Node differ in what they take for a folder, and in the default report.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';

/** The arguments for Node. The report is TAP, whose counts `tapCounts` reads. */
export function testArgs(folders) {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith('.test.mjs'))
      .sort()
      .map((name) => join(folder, name)),
  );
  if (files.length === 0) throw new Error(`No *.test.mjs in ${folders.join(', ')}`);
  return ['--test', '--test-reporter=tap', ...files];
}

if (process.argv[1] === import.meta.filename) {
  const { status } = spawnSync(process.execPath, testArgs(process.argv.slice(2)), { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
