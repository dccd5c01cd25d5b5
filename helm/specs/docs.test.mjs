// Checks that operators are told about every value, and that the table is up to date.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { README, VALUES, readmeWithTable, valuesTable } from '../values-table.mjs';

describe('values.yaml', () => {
  it('has a comment on every value', () => {
    assert.deepEqual(valuesTable(VALUES).silent, []);
    const without = VALUES.replace('    # The least number of replicas.\n', '');
    assert.deepEqual(valuesTable(without).silent, ['defaults.autoscaling.minReplicas']);
  });

  it('stands in the README as it is', async () => {
    assert.equal(readFileSync(README, 'utf8'), await readmeWithTable(), 'README.md is made anew by `npm run chart:docs`');
  });
});
