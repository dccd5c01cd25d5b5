// Checks that operators are told about every value, and that the table is up to date.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../../deploy/local/run.mjs';
import { valuesMarkdown, valuesTable } from '../values-table.mjs';
import { CHART, outcome } from './chart.mjs';

const SAMPLE = `# == Names

# Takes the place
# of the name.
name: ''

# == Servers

# What holds for all.
defaults:
  # How many.
  replicas: 2
# One each.
services:
  # The gateway.
  gateway:
    replicas: 3
    # \`a|b\`.
    mode: a
  # The rest.
  others: { replicas: 1 }
# Anything.
labels:
  a: b
`;

describe('values.yaml', () => {
  it('has a comment on every value', () => {
    assert.deepEqual(valuesTable(readFileSync(join(CHART, 'values.yaml'), 'utf8')).silent, []);
  });

  it('stands in the README as it is', async () => {
    const { code, stdout, stderr } = await outcome(process.execPath, [join(ROOT, 'helm/docs.mjs'), '--check']);
    assert.equal(code, 0, stdout + stderr);
  });
});

describe('the table of values', () => {
  it('has a section for each heading and a row for each value', () => {
    assert.equal(
      valuesMarkdown(SAMPLE),
      [
        '### Names',
        '',
        '| key | what | default |',
        '| --- | --- | --- |',
        "| `name` | Takes the place of the name. | `''` |",
        '',
        '### Servers',
        '',
        '| key | what | default |',
        '| --- | --- | --- |',
        '| `defaults` | What holds for all. |  |',
        '| `defaults.replicas` | How many. | `2` |',
        '| `services` | One each. |  |',
        '| `services.gateway` | The gateway. |  |',
        '| `services.gateway.replicas` | As `defaults.replicas`. | `3` |',
        '| `services.gateway.mode` | `a\\|b`. | `a` |',
        '| `services.others` | The rest. | `{ replicas: 1 }` |',
        '| `labels` | Anything. | `{ a: b }` |',
      ].join('\n'),
    );
  });

  it('knows values without a word', () => {
    const silent = SAMPLE.replace('  # How many.\n', '').replace('# Anything.\n', '').replace('    # `a|b`.\n', '');
    assert.deepEqual(valuesTable(silent).silent, ['labels']);
    assert.deepEqual(valuesTable(SAMPLE.replace('mode: a', 'mode: a\n    size: 1')).silent, ['services.gateway.size']);
  });
});
