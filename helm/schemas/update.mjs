// `node helm/schemas/update.mjs`: makes kubernetes.json, by which rendered charts are checked. Needs Go and its module proxy.
import { writeFileSync } from 'node:fs';
import { builtIn, custom } from './reduce.mjs';
import { VERSIONS, customKinds, enumerations, kubernetesDefinitions } from './sources.mjs';

/** The kinds that the chart makes. A document of any other kind is refused until its kind is added here. */
const KINDS = [
  ['v1', 'Pod', 'Service', 'Secret', 'ConfigMap', 'ServiceAccount', 'PersistentVolumeClaim'],
  ['apps/v1', 'Deployment', 'StatefulSet'],
  ['batch/v1', 'CronJob'],
  ['autoscaling/v2', 'HorizontalPodAutoscaler'],
  ['policy/v1', 'PodDisruptionBudget'],
  ['networking.k8s.io/v1', 'Ingress', 'NetworkPolicy'],
];

const TYPES = KINDS.map(([apiVersion]) => apiVersion.split('/').reverse()).map(([version, group = 'core']) =>
  enumerations(group.split('.')[0], version),
);

const definitions = {
  ...builtIn(await kubernetesDefinitions(), KINDS, Object.assign({}, ...(await Promise.all(TYPES)))),
  ...Object.assign({}, ...(await customKinds()).map(custom)),
};
const comment = `Made by helm/schemas/update.mjs of ${VERSIONS.join(', ')}`;
// One line for each definition, so that a diff names those that have changed.
const lines = Object.entries(definitions).map(([name, one]) => `${JSON.stringify(name)}: ${JSON.stringify(one)}`);
const text = `{"$id": "kubernetes.json", "$comment": "${comment}", "definitions": {\n${lines.sort().join(',\n')}\n}}\n`;
writeFileSync(new URL('kubernetes.json', import.meta.url), text);
console.log(`kubernetes.json: ${lines.length} definitions, ${Math.round(text.length / 1024)} KB`);
