// The sources of the schemas are Go modules, which the module proxy keeps for good and `go` verifies by checksums.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { run } from '../../deploy/local/run.mjs';

const KUBERNETES = 'k8s.io/kubernetes@v1.34.4';
/** The Go types of the same release, because only these list the allowed values of fields. */
const KUBERNETES_TYPES = 'k8s.io/api@v0.34.4';
const GATEWAY_API = 'sigs.k8s.io/gateway-api@v1.4.1';
const PROMETHEUS_OPERATOR = 'github.com/prometheus-operator/prometheus-operator@v0.85.0';

export const VERSIONS = [KUBERNETES, GATEWAY_API, PROMETHEUS_OPERATOR];

const CRDS = [
  [GATEWAY_API, 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
  [PROMETHEUS_OPERATOR, 'example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml'],
  [PROMETHEUS_OPERATOR, 'example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml'],
];

async function textOf(module, path) {
  const answer = await run('go', ['mod', 'download', '-json', module], { advice: `${module} can't be got` });
  return readFileSync(join(JSON.parse(answer).Dir, path), 'utf8');
}

export async function kubernetesDefinitions() {
  return JSON.parse(await textOf(KUBERNETES, 'api/openapi-spec/swagger.json')).definitions;
}

/** The newest served version of each kind: `{ group, version, kind, schema }`. */
export async function customKinds() {
  const crds = await Promise.all(CRDS.map(async ([module, path]) => parse(await textOf(module, path)).spec));
  return crds.map(({ group, names, versions }) => {
    const { name, schema } = versions.find(({ served, storage }) => served && storage);
    return { group, version: name, kind: names.kind, schema: schema.openAPIV3Schema };
  });
}

/**
 * The allowed values of fields, by definition and field: `{ 'io.k8s.api.core.v1.Container': { imagePullPolicy: ['Always',
 * 'IfNotPresent', 'Never'] } }`.
 */
export async function enumerations(group, version) {
  const source = await textOf(KUBERNETES_TYPES, `${group}/${version}/types.go`);
  const values = {};
  for (const [, type] of source.matchAll(/^\/\/ \+enum\n(?:\/\/.*\n)*type (\w+) string$/gm)) values[type] = [];
  for (const [, type, value] of source.matchAll(/^\s+\w+\s+(\w+)\s+= "([^"]*)"/gm)) values[type]?.push(value);

  const found = {};
  for (const [, struct, body] of source.matchAll(/^type (\w+) struct \{\n([^]*?)^\}/gm)) {
    for (const [, type, field] of body.matchAll(/^\t\w+\s+(?:\*|\[\])?(\w+)\s+`json:"(\w+)/gm)) {
      if (values[type]?.length > 0) (found[`io.k8s.api.${group}.${version}.${struct}`] ??= {})[field] = values[type];
    }
  }
  return found;
}
