import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECTS } from '../projects.mjs';
import { ROOT } from '../run.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

export const add = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped });
export const NOTHING = { passed: 0, failed: 0, skipped: 0 };

/** Results of an earlier run must not count for this one. */
export function forgetResults() {
  for (const folder of ['.', ...PROJECTS]) rmSync(join(ROOT, folder, '.results'), { recursive: true, force: true });
}

/** The counts in a result file of Jest. */
export function jestCounts(file) {
  const result = JSON.parse(readFileSync(file, 'utf8'));
  return {
    passed: result.numPassedTests,
    // A file that can't be loaded has no tests that could fail.
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
    skipped: result.numPendingTests + result.numTodoTests,
  };
}

/** The counts that `node --test` prints at its end. */
export function tapCounts(output) {
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  return { passed: count('pass'), failed: count('fail') + count('cancelled'), skipped: count('skipped') + count('todo') };
}

/**
 * The counts of a step. A failed step counts as a failure even if no test failed, and a step without tests counts as one test.
 */
export function stepCounts(counted, succeeded, hasTests) {
  if (!succeeded && counted.failed === 0) return { ...counted, failed: 1 };
  return succeeded && !hasTests ? { ...counted, passed: 1 } : counted;
}
