// Checks every rendered release by every rule.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NAMESPACE } from './chart.mjs';
import { RELEASES } from './rendered.mjs';
import { RULES } from './rules/index.mjs';
import { nameOf } from './rules/pods.mjs';

for (const { name, given, has, hasNot, documents, fault } of RELEASES) {
  describe(`the chart with ${name}`, () => {
    it('is rendered', () => assert.ifError(fault));
    if (fault) return;

    it('consists of what the occasion is about', () => {
      const found = new Set(documents.flatMap((document) => [document.kind, nameOf(document)]));
      const missing = has.filter((one) => !found.has(one));
      const unwanted = hasNot.filter((one) => found.has(one));
      assert.deepEqual({ missing, unwanted }, { missing: [], unwanted: [] });
    });

    it('keeps every rule', () => {
      const broken = Object.entries(RULES).map(([what, rule]) => [what, rule({ documents, namespace: NAMESPACE, given })]);
      assert.deepEqual(Object.fromEntries(broken.filter(([, faults]) => faults.length > 0)), {});
    });
  });
}
