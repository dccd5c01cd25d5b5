// Proves that the inputs in nx.json name what specs stand on. Otherwise the cache would answer for a file that has changed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NX, NX_ENV } from '../local/build.mjs';
import { allSpecs } from '../local/find-specs.mjs';
import { ringOf } from '../local/rings.mjs';
import { run } from '../local/run.mjs';

/** What every spec reads that starts the product, or another service. */
const COMMON = [
  ...['apps/users/src/main.ts', 'libs/server/src/index.ts', 'libs/domain/src/index.ts', 'libs/testing/src/product.ts'],
  ...[
    'deploy/local/jest.mjs',
    'deploy/local/toolkit/processes.mjs',
    'deploy/local/backing/nats/go.mod',
    'deploy/images/bundle.mjs',
  ],
  ...['jest.config.mjs', 'package-lock.json', 'tsconfig.base.json'],
];
const WHOLE = [...COMMON, 'apps/settings/src/main.ts', 'apps/web/board.html', 'apps/web/vite.config.ts'];

/** What the targets read, and examples of what they don't. */
const TARGETS = {
  '@sarafa/e2e:e2e': {
    ring: 'e2e',
    reads: [...WHOLE, 'helm/sarafa/files/nats-users.conf'],
    not: ['apps/e2e/src/board-states.journey-spec.ts', 'deploy/bench/bench.mjs', 'README.md'],
  },
  '@sarafa/e2e:journeys': {
    ring: 'journey',
    reads: [...WHOLE, 'deploy/faults/wrong-clock.mjs'],
    not: ['apps/e2e/src/public-reads.e2e-spec.ts', 'apps/pricing/src/market/market.int-spec.ts'],
  },
  '@sarafa/e2e:timed': { ring: 'timed', reads: WHOLE, not: ['apps/e2e/src/public-reads.e2e-spec.ts'] },
  '@sarafa/pricing:test-int': {
    ring: 'int',
    reads: [...COMMON, 'apps/pricing/src/main.ts'],
    not: ['apps/settings/src/main.ts'],
  },
};

describe('the inputs of', () => {
  for (const [target, { ring, reads, not }] of Object.entries(TARGETS)) {
    it(target, async () => {
      const output = await run(NX, ['show', 'target', 'inputs', target, '--json'], { env: NX_ENV });
      const { files } = JSON.parse(output.slice(output.indexOf('{')));
      const project = `apps/${target.split(/[/:]/)[1]}/`;
      const specs = allSpecs().filter((spec) => spec.startsWith(project) && ringOf(spec) === ring);
      assert.ok(specs.length > 0);
      assert.deepEqual(
        [...specs, ...reads].filter((file) => !files.includes(file)),
        [],
        'missing',
      );
      assert.deepEqual(
        not.filter((file) => files.includes(file)),
        [],
        'too much',
      );
    });
  }
});
