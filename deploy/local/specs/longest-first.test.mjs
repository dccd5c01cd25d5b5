import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { it } from 'node:test';
import LongestFirst from '../longest-first.mjs';

const TEXTS = { 'large.e2e-spec.ts': '// large', 'small.e2e-spec.ts': '//', 'waits.e2e-spec.ts': '/** @long */\n' };
const SIZES = { 'large.e2e-spec.ts': 3, 'small.e2e-spec.ts': 1, 'waits.e2e-spec.ts': 2 };

it('a ring that has not run yet begins with the spec that is marked as long, and goes on by size', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'order-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(TEXTS)) writeFileSync(join(folder, name), text);
  const config = { cacheDirectory: folder, id: 'specs', testEnvironmentOptions: {} };
  const context = { config, hasteFS: { getSize: (path) => SIZES[basename(path)] } };
  const sorted = new LongestFirst({ contexts: [context], globalConfig: {} }).sort(
    Object.keys(TEXTS).map((name) => ({ path: join(folder, name), context })),
  );
  assert.deepEqual(
    sorted.map(({ path }) => basename(path)),
    ['waits.e2e-spec.ts', 'large.e2e-spec.ts', 'small.e2e-spec.ts'],
  );
});
