// Proves that each rule of .dependency-cruiser.cjs works: its fixture breaks this rule once, and no other.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';

const FIXTURES = fileURLToPath(new URL('./fixtures/imports', import.meta.url));
const { forbidden, options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');

async function broken(fixture) {
  const baseDir = `${FIXTURES}/${fixture}`;
  const ruleSet = { forbidden, options };
  const { output } = await cruise(['.'], { ...options, validate: true, ruleSet, baseDir }, options.enhancedResolveOptions);
  return [...new Set(output.summary.violations.map(({ rule }) => rule.name))];
}

describe('import rules', () => {
  it('each has a fixture, and no fixture is without its rule', () => {
    assert.deepEqual(readdirSync(FIXTURES).sort(), forbidden.map(({ name }) => name).sort());
  });

  for (const { name, comment } of forbidden) {
    it(`${name}: ${comment}`, async () => {
      assert.deepEqual(await broken(name), [name]);
    });
  }
});
