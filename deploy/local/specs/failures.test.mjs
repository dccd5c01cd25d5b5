import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { keepEvidence } from '../evidence.mjs';
import { readable, warning } from '../log-lines.mjs';
import { failuresText, jestFailures, stepFailure, tapFailures } from '../test/failures.mjs';
import { folderWith } from './folder-with.mjs';

const LAST_LINES = 40;
const WARNING = '{"level":"warn","time":"2026-01-02T03:04:05.678Z","context":"Market","msg":"No answer"}';
const message = (name, lines = 12) =>
  [
    `  ● ${name}`,
    '',
    '    Expected: "a"',
    ...Array.from({ length: lines }, () => '    <div>'),
    '',
    '      11 |',
    '    > 12 | expect(it)',
    '         | ^',
    '      at node_modules/expect/build/index.js:1:1',
    '',
  ].join('\n');

/** A project whose journeys have failed with this message. */
function project(text) {
  const name = 'src/board.journey-spec.ts';
  const results = { testResults: [{ status: 'failed', name, message: text }] };
  const folder = folderWith({ '.results/journey.json': JSON.stringify(results) });
  const result = join(folder, '.results/journey.json');
  const told = () => failuresText(jestFailures(result), join(folder, '.results/failures.txt'));
  return { folder, file: join(folder, name), result, told };
}

const page = { url: () => 'http://127.0.0.1/', screenshot: async ({ path }) => writeFileSync(path, '') };
const browser = { contexts: () => [{ pages: () => [page] }] };

describe('a failing test', () => {
  it('is shown with its message, its log and a picture in the last lines', async () => {
    const { folder, file, told } = project(message('a board › shows the rate', 60));
    const logs = [...Array.from({ length: 500 }, () => WARNING), '\x1b[33m[InstanceLoader] \x1b[39mReady'];
    const started = { apps: [{ name: 'standalone', logs }], browsers: [browser] };
    const about = { project: folder, ring: 'journey', file, test: 'a board › shows the rate' };
    await keepEvidence({ [Symbol.for('sarafa.started-by-spec')]: started }, about);

    const text = told();
    const last = text
      .split('\n')
      .slice(-LAST_LINES + 2)
      .join('\n');
    assert.match(last, /board\.journey-spec\.ts\n● a board › shows the rate\n/);
    assert.match(last, /Expected: "a"/);
    assert.match(last, /> 12 \| expect\(it\)\n +\| \^/);
    assert.match(last, /\.\.\. \d+ more lines/);
    assert.match(last, /^log: .*\.log$/m);
    assert.match(last, /03:04:05\.678 warn Market: No answer/);
    assert.match(last, /^picture: .*\.1\.jpeg$/m);
    assert.doesNotMatch(text, /node_modules|InstanceLoader/);
  });

  it('has the log of its file where the file failed before its tests', async () => {
    const { folder, file, result } = project(message('a board › shows the rate'));
    const started = { apps: [{ name: 'standalone', logs: [WARNING] }], browsers: [] };
    await keepEvidence(
      { [Symbol.for('sarafa.started-by-spec')]: started },
      { project: folder, ring: 'journey', file, test: '' },
    );
    assert.match(jestFailures(result)[0].log, /board\.journey-spec\.ts\.log$/);
  });

  it('of a file that has not loaded counts too', () => {
    const { result } = project('  ● Test suite failed to run\n\n    Cannot find module\n');
    assert.deepEqual(jestFailures(result)[0].lines, ['    Cannot find module']);
  });

  it('of many is named in the last lines', () => {
    const names = Array.from({ length: 10 }, (_, at) => `test ${at}`);
    const { told } = project(names.map((name) => message(name)).join('\n'));
    const last = told().split('\n').slice(-LAST_LINES).join('\n');
    for (const name of names) assert.ok(last.includes(`journey-spec.ts › ${name}`), name);
  });

  it("of Node's runner is shown without those around it", () => {
    const report = [
      'TAP version 13',
      '# Subtest: outer',
      '    # Subtest: inner',
      '    not ok 1 - inner',
      '      ---',
      '      duration_ms: 1',
      "      failureType: 'testCodeFailure'",
      '      error: |-',
      '        Expected 1',
      '      ...',
      'not ok 1 - outer',
      '  ---',
      "  failureType: 'subtestsFailed'",
      '  ...',
      '',
    ].join('\n');
    assert.deepEqual(tapFailures('chart', report), [{ where: 'chart', name: 'inner', lines: ['error: |-', '  Expected 1'] }]);
  });

  it('of another step shows the end of what the step printed', () => {
    const { lines } = stepFailure('a spec of failures', Array.from({ length: 99 }, (_, at) => `line ${at}`).join('\n'));
    assert.equal(lines.at(-1), 'line 98');
    assert.ok(lines.length < LAST_LINES);
  });
});

describe('a line of the log', () => {
  it('is told to people by the name of its level', () => {
    assert.equal(warning(WARNING), 'warning: Market: No answer');
    assert.equal(warning(WARNING.replace('warn', 'info')), undefined);
    assert.equal(warning('no JSON'), 'no JSON');
    assert.equal(readable('{"level":30}'), '{"level":30}');
  });
});
