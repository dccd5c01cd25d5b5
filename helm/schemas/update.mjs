// `node helm/schemas/update.mjs`: makes kubernetes.json, by which rendered charts are checked. Needs Go and its module proxy.
import { writeFileSync } from 'node:fs';
import { builtIn, custom } from './reduce.mjs';
import { VERSIONS, customKinds, enumerations, kubernetesDefinitions } from './sources.mjs';

/** The kinds that the chart makes. A document of any other kind is refused until its kind is added here. */
const KINDS = [
  ['v1', 'Pod', 'Service', 'Secret', 'ConfigMap', 'ServiceAccount', 'PersistentVolumeClaim'],
  ['apps/v1', 'Deployment', 'StatefulSet'],
  ['batch/v1', 'Job'],
  ['autoscaling/v2', 'HorizontalPodAutoscaler'],
  ['policy/v1', 'PodDisruptionBudget'],
  ['networking.k8s.io/v1', 'Ingress', 'NetworkPolicy'],
  ['rbac.authorization.k8s.io/v1', 'Role', 'RoleBinding'],
];

const TYPES = KINDS.map(([apiVersion]) => apiVersion.split('/').reverse()).map(([version, group = 'core']) =>
  enumerations(group.split('.')[0], version),
);

const definitions = {
  ...builtIn(await kubernetesDefinitions(), KINDS, Object.assign({}, ...(await Promise.all(TYPES)))),
  ...Object.assign({}, ...(await customKinds()).map(custom)),
};
const byName = ([a], [b]) => (a < b ? -1 : 1);
const schema = {
  $id: 'kubernetes.json',
  $comment: `Made by helm/schemas/update.mjs of ${VERSIONS.join(', ')}`,
  definitions: Object.fromEntries(Object.entries(definitions).sort(byName)),
};
const text = JSON.stringify(schema, null, 1);
writeFileSync(new URL('kubernetes.json', import.meta.url), `${text}\n`);
console.log(`kubernetes.json: ${Object.keys(definitions).length} definitions, ${Math.round(text.length / 1024)} KB`);
