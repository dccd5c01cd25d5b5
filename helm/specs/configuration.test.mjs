// Checks that operators are told about every setting, and that the tables are up to date.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ProcessConfig } from '@sarafa/server';
import { CONFIGURATION, configurationText } from '../../deploy/configuration.mjs';

describe('the settings of the product', () => {
  it('have a description each', async () => {
    assert.deepEqual((await configurationText()).silent, []);
    const without = { gateway: { UNSAID: ProcessConfig.shape.LOG_LEVEL.unwrap() } };
    assert.deepEqual((await configurationText(without)).silent, ['UNSAID']);
  });

  it('stand in docs/configuration.md as they are', async () => {
    const { text } = await configurationText();
    assert.equal(readFileSync(CONFIGURATION, 'utf8'), text, 'docs/configuration.md is made anew by `npm run config:docs`');
  });
});
