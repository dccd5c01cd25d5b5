// Runs `helm lint`, and the chart's own suites (helm/sarafa/tests).
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { programOf } from '../../deploy/local/backing/programs.mjs';
import { capture } from '../../deploy/local/run.mjs';
import { CHART, KUBERNETES, exampleValues, helm } from './chart.mjs';

const succeeds = ({ code, output }) => assert.equal(code, 0, output);

describe('helm lint --strict', () => {
  it('finds nothing in the default values', async () => succeeds(await helm(['lint', '--strict', CHART, ...KUBERNETES])));

  for (const name of exampleValues()) {
    it(`finds nothing in ci/${name}`, async () => {
      succeeds(await helm(['lint', '--strict', CHART, ...KUBERNETES, '--values', join(CHART, 'ci', name)]));
    });
  }
});

it('helm-unittest passes every suite', async () => {
  succeeds(await capture(await programOf('helm-unittest'), ['--strict', CHART]));
});
