// Runs Helm on the chart: renders documents, and reports what Helm says about values.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseAllDocuments } from 'yaml';
import { programOf } from '../../deploy/local/backing/programs.mjs';
import { ROOT, capture } from '../../deploy/local/run.mjs';

export const CHART = join(ROOT, 'helm/sarafa');
/** A namespace that looks like a number, because a name that isn't quoted in YAML would become one. */
export const NAMESPACE = '2026';
/** The Kubernetes version of helm/schemas. Without it the result would depend on the default of the Helm that is installed. */
export const KUBERNETES = ['--kube-version', '1.34.4'];

/** Runs Helm with `values` merged over the chart's own. */
export async function helm(args, values = {}) {
  return capture(await programOf('helm'), [...args, '--values', '-'], { input: JSON.stringify(values) });
}

/** The documents of a release of the chart, including hooks. */
export async function render(values, { release = 'sarafa', ...options } = {}) {
  const more = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const { code, stdout, output } = await helm(
    ['template', release, CHART, '--namespace', NAMESPACE, ...KUBERNETES, ...more],
    values,
  );
  if (code !== 0) throw new Error(output);
  return documentsOf(stdout);
}

/** Parses YAML 1.1 as Helm and Kubernetes do, where `yes` is a boolean and 0440 is octal, but without times and dates. */
function documentsOf(text) {
  const customTags = (tags) => tags.filter(({ tag, format }) => tag !== 'tag:yaml.org,2002:timestamp' && format !== 'TIME');
  const documents = parseAllDocuments(text, { version: '1.1', customTags });
  for (const { errors } of documents) if (errors.length > 0) throw errors[0];
  return documents.map((document) => document.toJS()).filter(Boolean);
}

/** Runs `work` for each of `items`, two at a time, because other tests run beside this one on a small machine. */
export const inPairs = (items, work) => Readable.from(items).map(work, { concurrency: 2 }).toArray();

/** The example values in the chart. */
export const exampleValues = () => readdirSync(join(CHART, 'ci')).filter((name) => name.endsWith('-values.yaml'));
