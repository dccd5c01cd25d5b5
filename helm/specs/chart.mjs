// The chart as Helm sees it: rendered documents, and what Helm says against values.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { programOf } from '../../deploy/local/backing/programs.mjs';
import { ROOT } from '../../deploy/local/run.mjs';

export const CHART = join(ROOT, 'helm/sarafa');
/** It looks like a number, which a name that isn't quoted becomes. */
export const NAMESPACE = '2026';
/** The cluster's, whatever version a Helm found here takes for the usual one: that of helm/schemas. */
export const KUBERNETES = ['--kube-version', '1.34.4'];

const folder = mkdtempSync(join(tmpdir(), 'sarafa-chart-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
let files = 0;

/** Helm with `values`, if any, over the chart's own. */
export async function helm(args, values) {
  const program = await programOf('helm');
  const file = join(folder, `${(files += 1)}.json`);
  if (values) writeFileSync(file, JSON.stringify(values));
  return outcome(program, values ? [...args, '--values', file] : args);
}

/** A program's end: its code, and all it wrote. */
export function outcome(program, args) {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve({ code: error ? (error.code ?? 1) : 0, stdout, stderr });
    });
  });
}

/** What a release of the chart consists of, hooks too. */
export async function render(values, { release = 'sarafa', ...options } = {}) {
  const more = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const { code, stdout, stderr } = await helm(
    ['template', release, CHART, '--namespace', NAMESPACE, ...KUBERNETES, ...more],
    values,
  );
  if (code !== 0) throw new Error(stderr);
  return documentsOf(stdout);
}

/** As Helm and Kubernetes read YAML: 1.1, where `yes` is a boolean and 0440 is octal, but without its times and dates. */
export function documentsOf(text) {
  const customTags = (tags) => tags.filter(({ tag, format }) => tag !== 'tag:yaml.org,2002:timestamp' && format !== 'TIME');
  const documents = parseAllDocuments(text, { version: '1.1', customTags });
  for (const { errors } of documents) if (errors.length > 0) throw errors[0];
  return documents.map((document) => document.toJS()).filter(Boolean);
}

/** `work` for each of `items`, two at a time: this is a test beside others, on a small machine. */
export async function inPairs(items, work) {
  const results = new Array(items.length);
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all([worker(), worker()]);
  return results;
}

/** Values for real occasions, which stand in the chart for whoever installs it. */
export function exampleValues() {
  const ci = join(CHART, 'ci');
  return existsSync(ci) ? readdirSync(ci).filter((name) => name.endsWith('-values.yaml')) : [];
}
