// Checks that operators are told about every value and every setting, and that the tables of both are up to date.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { ProcessConfig } from '@sarafa/server';
import { CONFIGURATION, configurationText } from '../../deploy/configuration.mjs';
import { README, VALUES, readmeWithTable, valuesTable } from '../values-table.mjs';

it('each value of the chart has a comment', () => {
  assert.deepEqual(valuesTable(VALUES).silent, []);
  const without = VALUES.replace('    # The least number of replicas.\n', '');
  assert.deepEqual(valuesTable(without).silent, ['defaults.autoscaling.minReplicas']);
});

it('each setting of the product has a description', async () => {
  assert.deepEqual((await configurationText()).silent, []);
  const without = { gateway: { UNSAID: ProcessConfig.shape.LOG_LEVEL.unwrap() } };
  assert.deepEqual((await configurationText(without)).silent, ['UNSAID']);
});

it('both stand in their tables as they are', async () => {
  assert.equal(readFileSync(README, 'utf8'), await readmeWithTable(), 'README.md is made anew by `npm run chart:docs`');
  const { text } = await configurationText();
  assert.equal(readFileSync(CONFIGURATION, 'utf8'), text, 'docs/configuration.md is made anew by `npm run config:docs`');
});
