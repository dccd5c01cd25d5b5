// Proves that each rule of .dependency-cruiser.cjs works: the files that stand here for it break this rule once, and no other.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import { cruise } from 'dependency-cruiser';
import { folderWith } from '../local/specs/folder-with.mjs';

const { forbidden, options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
const depends = (...names) => ({ dependencies: Object.fromEntries(names.map((name) => [name, '*'])) });

/** For each rule its files: what a source imports, and the content of a package.json. */
const BREAKING = {
  'no-cycles': { 'libs/domain/src/a.ts': ['./b.js'], 'libs/domain/src/b.ts': ['./a.js'] },
  'no-unresolved': { 'apps/users/src/a.ts': ['./nowhere.js'] },
  'own-dependencies': {
    'package.json': depends('decimal.js'),
    'apps/users/package.json': depends('zod'),
    'apps/users/src/a.ts': ['decimal.js', 'zod'],
  },
  'contracts-on-zod-only': { 'package.json': depends('decimal.js'), 'libs/contracts/src/a.ts': ['decimal.js'] },
  'domain-is-pure': { 'libs/domain/src/a.ts': ['node:fs'] },
  'words-on-domain': { 'libs/words/src/a.ts': ['node:fs'] },
  'libs-below-apps': { 'libs/server/src/a.ts': ['../../../apps/users/src/b.js'], 'apps/users/src/b.ts': [] },
  'server-on-contracts': { 'libs/server/src/a.ts': ['../../domain/src/b.js'], 'libs/domain/src/b.ts': [] },
  'testing-on-contracts': { 'libs/testing/src/a.ts': ['../../domain/src/b.js'], 'libs/domain/src/b.ts': [] },
  'testing-in-specs-only': {
    'apps/users/src/a.ts': ['../../../libs/testing/src/b.js'],
    'apps/users/src/a.spec.ts': ['../../../libs/testing/src/b.js'],
    'libs/testing/src/b.ts': [],
  },
  'apps-apart': { 'apps/pricing/src/a.ts': ['../../users/src/users.app.js'], 'apps/users/src/users.app.ts': [] },
  'standalone-takes-app-entries': {
    'apps/standalone/src/main.ts': ['../../users/src/users.app.js', '../../users/src/accounts/b.js'],
    'apps/users/src/users.app.ts': [],
    'apps/users/src/accounts/b.ts': [],
  },
  'web-on-contracts-and-domain': { 'apps/web/src/a.ts': ['../../../libs/server/src/b.js'], 'libs/server/src/b.ts': [] },
  'web-without-node': { 'apps/web/src/a.ts': ['node:path'] },
  'web-features-apart': { 'apps/web/src/features/board/a.ts': ['../login/b.js'], 'apps/web/src/features/login/b.ts': [] },
  'web-features-below-app': { 'apps/web/src/features/board/a.ts': ['../../app/b.js'], 'apps/web/src/app/b.ts': [] },
  'web-shared-at-the-bottom': {
    'apps/web/src/shared/a.ts': ['../features/login/b.js'],
    'apps/web/src/features/login/b.ts': [],
  },
  'e2e-is-black-box': { 'apps/e2e/src/a.e2e-spec.ts': ['../../../libs/server/src/b.js'], 'libs/server/src/b.ts': [] },
  'e2e-areas-apart': { 'apps/e2e/src/rates/a.e2e-spec.ts': ['../ads/b.js'], 'apps/e2e/src/ads/b.ts': [] },
  'e2e-boards-without-product': {
    'apps/e2e/src/boards/a.journey-spec.ts': ['../shared/harness.js'],
    'apps/e2e/src/shared/harness.ts': [],
  },
  'database-in-repositories': {
    'package.json': depends('mongoose'),
    'apps/users/src/accounts.service.ts': ['mongoose'],
    'apps/users/src/accounts.repository.ts': ['mongoose'],
  },
  'mongoose-module-in-modules': {
    'package.json': depends('@nestjs/mongoose'),
    'apps/users/src/accounts.service.ts': ['@nestjs/mongoose'],
    'apps/users/src/accounts.module.ts': ['@nestjs/mongoose'],
  },
  'gateway-without-database': {
    'package.json': depends('mongoose'),
    'apps/gateway/src/boards.repository.ts': ['mongoose'],
  },
  'product-packages-only': {
    'package.json': { devDependencies: { 'playwright-core': '*' } },
    'apps/users/src/a.ts': ['playwright-core'],
  },
};

const textOf = (content) =>
  Array.isArray(content) ? content.map((name) => `import '${name}';\n`).join('') : JSON.stringify(content);

async function broken(name) {
  const baseDir = folderWith(Object.fromEntries(Object.entries(BREAKING[name]).map(([path, of]) => [path, textOf(of)])));
  const ruleSet = { forbidden, options };
  const { output } = await cruise(['.'], { ...options, validate: true, ruleSet, baseDir }, options.enhancedResolveOptions);
  assert.ok(typeof output === 'object');
  return output.summary.violations.map(({ rule }) => rule.name);
}

describe('import rules', () => {
  it('each has its files here, and no files are without their rule', () => {
    assert.deepEqual(
      Object.keys(BREAKING),
      forbidden.map(({ name }) => name),
    );
  });

  for (const { name, comment } of forbidden) {
    it(`${name}: ${comment}`, async () => {
      assert.deepEqual(await broken(name), [name]);
    });
  }
});
