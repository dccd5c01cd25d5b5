// Checks alerts and the dashboard: Prometheus can parse them, the metrics exist, and docs/operations.md says what to do.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { after, describe, it } from 'node:test';
import { parse, stringify } from 'yaml';
import { programOf } from '../../deploy/local/backing/programs.mjs';
import { ROOT, capture } from '../../deploy/local/run.mjs';
import { NAMESPACE, render } from './chart.mjs';
import { expressionsOf, promqlFaults } from './promql.mjs';
import { ofKind } from './rules/pods.mjs';

const documents = await render({
  backup: { enabled: true },
  monitoring: { serviceMonitor: { enabled: true }, prometheusRule: { enabled: true }, dashboard: { enabled: true } },
});
const rules = ofKind(documents, 'PrometheusRule')
  .flatMap(({ spec }) => spec.groups)
  .flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert);
const recorded = rules.flatMap(({ record = [] }) => record);
const dashboards = ofKind(documents, 'ConfigMap')
  .flatMap(({ data }) => Object.entries(data))
  .filter(([name]) => name.endsWith('.json'))
  .map(([name, text]) => ({ name, dashboard: JSON.parse(text) }))
  .filter(({ dashboard }) => dashboard.panels);

describe('alerts', () => {
  it('are there', () => assert.ok(alerts.length > 0));

  for (const { alert, expr, labels, annotations } of alerts) {
    it(`${alert} asks for what there is, and says what it means and what to do`, () => {
      assert.deepEqual(promqlFaults(expr, recorded), []);
      assert.match(labels?.severity ?? '', /^(critical|warning|info)$/);
      assert.ok(annotations?.summary, 'no summary');
      // As a page of Markdown names its sections.
      assert.equal(
        annotations.runbook_url,
        `https://github.com/sarafa/sarafa/blob/main/docs/operations.md#${alert.toLowerCase()}`,
      );
      const advice = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
      assert.match(advice, new RegExp(`^### ${alert}$`, 'm'), 'no heading in docs/operations.md');
    });
  }
});

describe('rules', () => {
  for (const { record, expr } of rules.filter((rule) => rule.record)) {
    it(`${record} is made of what there is`, () => assert.deepEqual(promqlFaults(expr, recorded), []));
  }

  const folder = mkdtempSync(join(tmpdir(), 'sarafa-rules-'));
  after(() => rmSync(folder, { recursive: true }));

  /** The rules that work out these, and what they are made of. */
  const rulesOf = (names) => {
    const own = rules.filter(({ alert, record }) => names.includes(alert ?? record));
    const parts = recorded.filter((name) => !names.includes(name) && own.some(({ expr }) => expr.includes(name)));
    return parts.length > 0 ? rulesOf([...names, ...parts]) : own;
  };

  it('ring when they should, over series that are missing, late or flapping, and not otherwise', async () => {
    // The address of the runbook is compared above, once for each alert.
    for (const { annotations } of alerts) delete annotations.runbook_url;
    const write = (name, content) => {
      writeFileSync(join(folder, name), stringify(content));
      return join(folder, name);
    };
    const written = (name, chosen) => write(name, { groups: [{ name: 'rules', rules: chosen }] });
    const [ofHours, ofWeeks] = ['alert-cases.yaml', 'alert-cases-of-weeks.yaml'].map((name) =>
      parse(readFileSync(join(import.meta.dirname, name), 'utf8').replaceAll('shops', NAMESPACE)),
    );
    // Prometheus works out every rule of a case for each of its minutes, so that a case has only those that it asks about.
    const questions = (test) => [...(test.alert_rule_test ?? []), ...(test.promql_expr_test ?? [])];
    const files = [ofHours, ofWeeks].flatMap(({ tests, ...how }, kind) =>
      tests.map((test, place) => {
        const own = rulesOf(questions(test).map(({ alertname, expr }) => alertname ?? expr));
        const rule_files = [written(`rules-${kind}-${place}.yaml`, own)];
        return write(`case-${kind}-${place}.yaml`, { ...how, rule_files, tests: [test] });
      }),
    );
    // Nor does a rule fail over the series that others are asked about.
    const tests = ofHours.tests.map(({ name, interval, input_series, ...test }) => {
      const none = { alertname: 'None', eval_time: questions(test).at(-1).eval_time, exp_alerts: [] };
      return { name, interval, input_series, alert_rule_test: [none] };
    });
    files.push(write('all.yaml', { rule_files: [written('rules.yaml', rules)], evaluation_interval: '10m', tests }));
    const { code, output } = await capture(await programOf('promtool'), ['test', 'rules', ...files]);
    assert.equal(code, 0, output);
  });
});

describe('the dashboard', () => {
  it('is there', () => assert.equal(dashboards.length, 1));

  for (const { name, dashboard } of dashboards) {
    it(`${name} asks for what there is`, () => {
      const expressions = expressionsOf(dashboard);
      assert.ok(expressions.length > 0);
      assert.deepEqual(
        expressions.flatMap((expression) => promqlFaults(expression, recorded)),
        [],
      );
    });
  }
});

describe('an expression', () => {
  it('is refused where it is none, or where nobody answers it', () => {
    assert.match(promqlFaults('sum(rate(up[5m]) by (job').join(), /can't be read/);
    assert.deepEqual(promqlFaults('sum by (sarafa_label) (sarafa_board_open)'), ['nobody has sarafa_board_open']);
  });
});
