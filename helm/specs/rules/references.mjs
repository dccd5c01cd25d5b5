// Checks that everything a pod refers to exists: in the release itself, or among the names that the values give.
import { nameOf, named, ofKind, podsOf } from './pods.mjs';

/** The fields that name a Secret or a ConfigMap, in a variable, in `envFrom` and in a volume. */
const NAMING = {
  ...{ secretKeyRef: 'Secret', secretRef: 'Secret', secret: 'Secret' },
  ...{ configMapKeyRef: 'ConfigMap', configMapRef: 'ConfigMap', configMap: 'ConfigMap' },
};

/** The Secrets and ConfigMaps that are named in a pod, at any depth: `[kind, { name, key, items, optional }]`. */
function namedIn(value) {
  return Object.entries(Object(value)).flatMap(([field, inner]) => {
    if (field in NAMING) return [[NAMING[field], inner]];
    return typeof inner === 'object' ? namedIn(inner) : [];
  });
}

function missing({ documents, given }, [kind, { secretName, name = secretName, key, items = [], optional }]) {
  const object = named(documents, kind, name);
  if (!object) return optional || given.has(name) ? [] : [`the ${kind} ${name}, which isn't there`];
  const wanted = [...(key ? [key] : []), ...items.map((item) => item.key)];
  const unknown = wanted.filter((one) => !(one in Object(object.data)));
  return unknown.map((one) => `${one} of the ${kind} ${name}, which has no such key`);
}

export function references(release) {
  const pods = podsOf(release.documents).map(({ owner, spec }) => {
    const pulls = (spec.imagePullSecrets ?? []).map((secret) => ['Secret', secret]);
    return [owner, [...namedIn(spec), ...pulls, ['ServiceAccount', { name: spec.serviceAccountName }]]];
  });
  const certificates = ofKind(release.documents, 'Ingress').map((ingress) => [
    ingress,
    (ingress.spec.tls ?? []).map((tls) => ['Secret', tls]),
  ]);
  return [...pods, ...certificates].flatMap(([owner, sources]) =>
    sources.flatMap((source) => missing(release, source)).map((fault) => `${nameOf(owner)} refers to ${fault}`),
  );
}

/** Each mount has a volume, and each volume is mounted. */
export function mounts({ documents }) {
  return podsOf(documents).flatMap(({ owner, spec, containers }) => {
    const claims = owner.spec.volumeClaimTemplates ?? [];
    const volumes = [...(spec.volumes ?? []).map(({ name }) => name), ...claims.map(({ metadata }) => metadata.name)];
    const mounted = containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name));
    return [
      ...mounted.filter((name) => !volumes.includes(name)).map((name) => `${nameOf(owner)} mounts ${name}, which is no volume`),
      ...volumes.filter((name) => !mounted.includes(name)).map((name) => `${nameOf(owner)} has the volume ${name} for nobody`),
    ];
  });
}
