// Proves that the inputs in nx.json name what specs stand on. Otherwise the cache would answer for a file that has changed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NX, NX_ENV } from '../local/build.mjs';
import { allSpecs } from '../local/test/find-specs.mjs';
import { ringOf } from '../local/rings.mjs';
import { run } from '../local/run.mjs';

/** What every spec reads that starts the product, or another service. */
const COMMON = [
  ...['libs/server/src/index.ts', 'libs/domain/src/index.ts', 'libs/testing/src/product.ts'],
  ...[
    'deploy/local/jest.mjs',
    'deploy/local/toolkit/processes.mjs',
    'deploy/local/backing/nats/go.mod',
    'deploy/images/bundle.mjs',
  ],
  ...['jest.config.mjs', 'package-lock.json', 'tsconfig.base.json'],
];
const PAGES = ['apps/gateway/src/main.ts', 'apps/standalone/src/main.ts', 'apps/web/board.html', 'apps/web/vite.config.ts'];
const STYLES = 'apps/web/src/features/board/layout/tray.css';
const service = (name) => `apps/${name}/src/main.ts`;
const SERVICES = ['users', 'auth', 'pricing', 'media', 'settings'].map(service);

/** What the targets read, and examples of what they don't. */
const TARGETS = {
  '@sarafa/e2e:whole-http': {
    ring: 'whole-http',
    reads: [...COMMON, ...PAGES, ...SERVICES, 'helm/sarafa/files/nats-users.conf', 'libs/testing/fixtures/wrong-clock.mjs'],
    not: [
      ...['apps/e2e/src/rates/holds.e2e-spec.ts', 'apps/e2e/src/whole/timed-outages.e2e-spec.ts', STYLES],
      ...['deploy/bench/bench.mjs', 'README.md', 'apps/pricing/src/market/market.int-spec.ts', 'helm/sarafa/files/alerts.yaml'],
    ],
  },
  '@sarafa/e2e:rates': {
    ring: 'rates',
    reads: [...COMMON, ...PAGES, STYLES, service('pricing'), 'apps/e2e/src/shared/harness.ts'],
    not: [service('users'), service('media'), 'apps/e2e/src/rates/holds.e2e-spec.ts'],
  },
  '@sarafa/e2e:accounts-http-timed': {
    ring: 'accounts-http-timed',
    reads: [...COMMON, ...PAGES, service('users'), service('auth')],
    not: [service('pricing'), 'apps/e2e/src/accounts/account-input.e2e-spec.ts'],
  },
  '@sarafa/e2e:boards': {
    ring: 'boards',
    reads: ['apps/web/board.html', 'libs/contracts/src/index.ts', 'libs/testing/src/chromium.ts', 'jest.config.mjs'],
    not: [...SERVICES, 'apps/gateway/src/main.ts', 'libs/server/src/index.ts'],
  },
  '@sarafa/pricing:test-int': {
    ring: 'int',
    reads: [...COMMON, service('users'), service('pricing')],
    not: [service('settings')],
  },
};

describe('the inputs of', () => {
  for (const [target, { ring, reads, not }] of Object.entries(TARGETS)) {
    it(target, async () => {
      const { files } = JSON.parse(await run(NX, ['show', 'target', 'inputs', target, '--json'], { env: NX_ENV }));
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
