import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findSpecs, groupsOf, startsParts } from '../test/find-specs.mjs';
import { ROOT } from '../run.mjs';

const SPECS = [
  'apps/e2e/src/boards/board-states.journey-spec.ts',
  'apps/e2e/src/whole/timed-board-live.journey-spec.ts',
  'apps/e2e/src/whole/timed-outages.e2e-spec.ts',
  'apps/pricing/src/market/market-doubts.int-spec.ts',
  'apps/pricing/src/market/market.int-spec.ts',
  'apps/web/src/features/board/board.test.tsx',
  'helm/specs/rules.test.mjs',
];
const found = (...patterns) => findSpecs(patterns, SPECS).found;

/** `npm test` with these arguments. */
function npmTest(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['deploy/local/test/test.mjs', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

describe('specs', () => {
  it('are found by path, by a part of the name, and by several patterns', () => {
    assert.deepEqual(found('apps/e2e/src/boards/board-states.journey-spec.ts'), [SPECS[0]]);
    assert.deepEqual(found('./apps/pricing'), [SPECS[3], SPECS[4]]);
    assert.deepEqual(found(join(ROOT, SPECS[6])), [SPECS[6]]);
    assert.deepEqual(found('Board-', 'rules'), [SPECS[0], SPECS[1], SPECS[6]]);
  });

  it('run by their folder and the ring that their name says', () => {
    assert.deepEqual(
      groupsOf(SPECS).map(({ folder, ring, specs }) => [folder, ring, specs.length]),
      [
        ['apps/e2e', 'boards', 1],
        ['apps/e2e', 'whole-timed', 1],
        ['apps/e2e', 'whole-http-timed', 1],
        ['apps/pricing', 'int', 2],
        ['apps/web', 'unit', 1],
        ['helm/specs', 'node', 1],
      ],
    );
  });

  it('that start a built part are known, also by way of what they import', () => {
    assert.equal(startsParts('apps/auth/src/sign-in/sign-in.int-spec.ts'), true);
    assert.equal(startsParts('apps/media/src/logos/logos.int-spec.ts'), true);
    assert.equal(startsParts('apps/settings/src/site/site-settings.int-spec.ts'), false);
  });
});

describe('npm test -- PATTERN', () => {
  // An integration spec, because it overwrites the result of its ring, and that of integration specs is counted by now.
  it('runs one spec, with the arguments behind the pattern', () => {
    const { status, output } = npmTest('test-harness', '-t', 'still starting');
    assert.equal(status, 0, output);
    assert.match(output, /✓ waits for what is still starting, and ends it/);
    assert.match(output, /Tests: .*skipped, 1 passed/);
  });

  it('says what matches nothing, and what is near', () => {
    const { status, output } = npmTest('efective-dated');
    assert.equal(status, 1);
    assert.match(output, /No spec's path contains "efective-dated"/);
    assert.match(output, /libs\/domain\/src\/effective-dated\.spec\.ts/);
  });
});
