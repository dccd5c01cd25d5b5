import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import LongestFirst from '../longest-first.mjs';

const FILES = {
  'large.e2e-spec.ts': `// ${'a long comment '.repeat(100)}\nit('is quick', () => {\n}, 20_000);\n`,
  'small.e2e-spec.ts': "it('is quick', () => {});\n",
  'waits.e2e-spec.ts': "/** @long */\nit('waits for two minutes', () => {});\n",
};

describe('the specs of a ring, on a machine that has not run them yet', () => {
  let folder;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'order-'));
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  });
  after(() => rmSync(folder, { recursive: true }));

  it('begin with one that is marked as long, and go on by size', () => {
    const config = { cacheDirectory: folder, id: 'specs', testEnvironmentOptions: {} };
    const context = { config, hasteFS: { getSize: (path) => FILES[basename(path)].length } };
    const sequencer = new LongestFirst({ contexts: [context], globalConfig: {} });
    const tests = Object.keys(FILES).map((name) => ({ path: join(folder, name), context }));
    assert.deepEqual(
      sequencer.sort(tests).map(({ path }) => basename(path)),
      ['waits.e2e-spec.ts', 'large.e2e-spec.ts', 'small.e2e-spec.ts'],
    );
  });
});
