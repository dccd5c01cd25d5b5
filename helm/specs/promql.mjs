// Which metrics a Prometheus expression uses, and whether anything provides them.
import { parser } from '@prometheus-io/lezer-promql';
import { Registry, collectDefaultMetrics } from 'prom-client';
import { SERVICES } from '../../deploy/images/bundle.mjs';
import { sourcesOf } from './product-sources.mjs';

/** Metrics of Prometheus itself, and of what runs in most clusters. */
const OF_OTHERS = /^(up|ALERTS|kube_\w+|container_\w+|kubelet_\w+|certmanager_\w+)$/;
/** The suffixes that a histogram adds to its name. */
const PARTS = /_(bucket|sum|count)$/;

/** The names of all metrics that the product provides. */
function ownMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const found = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  for (const text of [...SERVICES.map((name) => `apps/${name}`), 'libs/server'].flatMap(sourcesOf)) {
    for (const [, name] of text.matchAll(/'(sarafa_\w+)'/g)) found.add(name);
  }
  return found;
}

const OWN = ownMetrics();

/** Replaces the variables that Grafana fills in before Prometheus sees the expression. */
const filledIn = (expression) => expression.replaceAll(/\$__\w+/g, '5m').replaceAll(/\$\{?\w+\}?/g, 'some');

/** The metrics that neither the product nor one of the rules `recorded` provides, and the syntax errors. */
export function promqlFaults(expression, recorded = []) {
  const text = filledIn(expression);
  const faults = [];
  parser.parse(text).iterate({
    enter({ type, from, to, node }) {
      const word = text.slice(from, to);
      if (type.isError) faults.push(`can't be read at ${JSON.stringify(text.slice(from))}`);
      if (type.name !== 'Identifier' || node.parent.name !== 'VectorSelector') return;
      if (recorded.includes(word)) return;
      if (!OWN.has(word) && !OWN.has(word.replace(PARTS, '')) && !OF_OTHERS.test(word)) faults.push(`nobody has ${word}`);
    },
  });
  return faults;
}

/** All expressions in a dashboard, at any depth. */
export function expressionsOf(value) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === 'expr' ? [inner] : expressionsOf(inner)));
}
