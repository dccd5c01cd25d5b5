import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { schedule } from '../test/schedule.mjs';
import { stepCounts, tapCounts } from '../test/counts.mjs';

/** Runs steps that take 10 ms each, of which those in `failing` fail: what began beside each step that ran, and what was skipped. */
async function trace(steps, failing = []) {
  const now = new Set();
  const beside = {};
  const skipped = [];
  const run = async ({ name }) => {
    for (const other of now) beside[other].push(name);
    now.add(name);
    beside[name] = [];
    await setTimeout(10);
    now.delete(name);
    return !failing.includes(name);
  };
  await schedule(steps, 2, run, ({ name }) => skipped.push(name));
  return { beside, skipped };
}

const background = true;
/** The steps, what begins beside each, and what is skipped when `a` fails. */
const CASES = {
  'run two by two, in order': {
    steps: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
    beside: { a: ['b'], b: ['c'], c: [] },
  },
  'run by themselves where they measure time': {
    steps: [{ name: 'a' }, { name: 'b', alone: true }, { name: 'c' }],
    beside: { a: ['c'], b: [], c: [] },
  },
  'go on in the background beside one that is alone, one after the other': {
    steps: [
      { name: 'a', background },
      { name: 'b', background },
      { name: 'c', alone: true },
    ],
    beside: { a: ['c'], b: [], c: ['b'] },
  },
  'run last beside nothing, not even beside the background': {
    steps: [
      { name: 'a', last: true },
      { name: 'b', background },
      { name: 'c', background },
    ],
    beside: { b: [], c: [], a: [] },
  },
  'are skipped when one they need fails, all the way; the others go on': {
    steps: [{ name: 'a' }, { name: 'b', needs: ['a'] }, { name: 'c', needs: ['b'] }, { name: 'd' }],
    failing: ['a'],
    beside: { a: ['d'], d: [] },
    skipped: ['b', 'c'],
  },
};

describe('steps', () => {
  for (const [what, { steps, failing, beside, skipped = [] }] of Object.entries(CASES)) {
    it(what, async () => assert.deepEqual(await trace(steps, failing), { beside, skipped }));
  }
});

describe('counts', () => {
  const some = { passed: 3, failed: 0, skipped: 1 };
  it('a step without tests is one, a crash without a failed test is one failure', () => {
    assert.deepEqual(stepCounts({ passed: 0, failed: 0, skipped: 0 }, true, false), { passed: 1, failed: 0, skipped: 0 });
    assert.deepEqual(stepCounts(some, true, true), some);
    assert.deepEqual(stepCounts(some, false, true), { ...some, failed: 1 });
    assert.deepEqual(stepCounts({ ...some, failed: 2 }, false, true), { ...some, failed: 2 });
  });

  it('reads what node --test says', () => {
    assert.deepEqual(tapCounts('# pass 5\n# fail 1\n# cancelled 1\n# skipped 2\n# todo 0\n'), {
      passed: 5,
      failed: 2,
      skipped: 2,
    });
  });
});
