// What is told to the parts of the product, by compose and by the chart, is checked by what the parts themselves read.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ProcessConfig, readConfigs } from '@sarafa/server';
import { ROOT } from '../../local/run.mjs';

/**
 * Reads an environment as a part does at its start. Fails where something is missing, and where the part has never heard of a
 * name that isn't in `others` either.
 */
export async function readSettings(part, environment, others = []) {
  const { [`${part}App`]: app } = await import(join(ROOT, `apps/${part}/dist/${part}.app.js`));
  const known = [...Object.keys(ProcessConfig.shape), ...Object.keys(app.config.shape), ...others];
  const unknown = Object.keys(environment).filter((name) => !known.includes(name));
  assert.deepEqual(unknown, [], `settings that ${part} has never heard of`);
  return Object.assign({}, ...readConfigs([{ name: 'process', config: ProcessConfig }, app], environment));
}
