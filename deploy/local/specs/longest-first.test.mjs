import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import { it } from 'node:test';
import LongestFirst from '../longest-first.mjs';
import { folderWith } from './folder-with.mjs';

const TEXTS = { 'large.e2e-spec.ts': '// large', 'small.e2e-spec.ts': '//', 'waits.e2e-spec.ts': '/** @first */\n' };
const SIZES = { 'large.e2e-spec.ts': 3, 'small.e2e-spec.ts': 1, 'waits.e2e-spec.ts': 2 };

it('a ring that has not run yet begins with the spec that is marked, and goes on by size', () => {
  const folder = folderWith(TEXTS);
  const config = { cacheDirectory: folder, id: 'specs', testEnvironmentOptions: {} };
  const context = { config, hasteFS: { getSize: (path) => SIZES[basename(path)] } };
  // @ts-expect-error: the types of Jest's own class don't fit its ES module.
  const sorted = new LongestFirst({ contexts: [context], globalConfig: {} }).sort(
    Object.keys(TEXTS).map((name) => ({ path: join(folder, name), context })),
  );
  assert.deepEqual(
    sorted.map(({ path }) => basename(path)),
    ['waits.e2e-spec.ts', 'large.e2e-spec.ts', 'small.e2e-spec.ts'],
  );
});
