import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { schedule } from '../schedule.mjs';
import { stepCounts, tapCounts } from '../test-counts.mjs';

/** Runs steps that take 10 ms each, and answers which ran side by side and which were skipped. */
async function trace(steps, { failing = [] } = {}) {
  const now = new Set();
  const seen = {};
  const skipped = [];
  const run = async ({ name }) => {
    now.add(name);
    for (const other of now) if (other !== name) (seen[other] ??= []).push(name);
    await setTimeout(10);
    now.delete(name);
    seen[name] ??= [];
    return !failing.includes(name);
  };
  await schedule(steps, 2, run, ({ name }) => skipped.push(name));
  return { seen, skipped };
}

describe('steps', () => {
  it('run two by two, in order', async () => {
    const { seen } = await trace([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
    assert.deepEqual(seen.a, ['b']);
  });

  it('run by themselves where they measure time', async () => {
    const { seen } = await trace([{ name: 'a' }, { name: 'b', alone: true }, { name: 'c' }]);
    assert.deepEqual(seen, { a: ['c'], b: [], c: [] });
  });

  it('go on in the background beside one that is alone, one after the other', async () => {
    const background = true;
    const { seen } = await trace([
      { name: 'a', background },
      { name: 'b', background },
      { name: 'c', alone: true },
    ]);
    assert.deepEqual(seen, { a: ['c'], b: [], c: ['b'] });
  });

  it('are skipped when one they need fails, all the way; the others go on', async () => {
    const steps = [{ name: 'a' }, { name: 'b', needs: ['a'] }, { name: 'c', needs: ['b'] }, { name: 'd' }];
    const { seen, skipped } = await trace(steps, { failing: ['a'] });
    assert.deepEqual(skipped, ['b', 'c']);
    assert.deepEqual(Object.keys(seen).sort(), ['a', 'd']);
  });
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
