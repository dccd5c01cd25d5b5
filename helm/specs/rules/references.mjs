// Checks that everything a pod refers to exists: in the release itself, or among the names that the values give.
import { containersOf, nameOf, named, ofKind, podsOf } from './pods.mjs';

/** The keys of a Secret or ConfigMap. */
export const keysOf = ({ data, stringData, binaryData }) => Object.keys({ ...data, ...stringData, ...binaryData });

/** The references of a volume to other objects: `[kind, { name, items, optional }]`. */
function sourcesOf({ secret, configMap, persistentVolumeClaim, projected }) {
  return [
    ...(secret ? [['Secret', { ...secret, name: secret.secretName }]] : []),
    ...(configMap ? [['ConfigMap', configMap]] : []),
    ...(persistentVolumeClaim ? [['PersistentVolumeClaim', { name: persistentVolumeClaim.claimName }]] : []),
    ...(projected?.sources ?? []).flatMap(sourcesOf),
  ];
}

function environmentOf({ env = [], envFrom = [] }) {
  return [
    ...env.flatMap(({ valueFrom }) => [
      ...(valueFrom?.secretKeyRef ? [['Secret', valueFrom.secretKeyRef]] : []),
      ...(valueFrom?.configMapKeyRef ? [['ConfigMap', valueFrom.configMapKeyRef]] : []),
    ]),
    ...envFrom.flatMap(({ secretRef, configMapRef }) => [
      ...(secretRef ? [['Secret', secretRef]] : []),
      ...(configMapRef ? [['ConfigMap', configMapRef]] : []),
    ]),
  ];
}

function missing({ documents, given }, [kind, { name, key, items = [], optional }]) {
  const object = named(documents, kind, name);
  if (!object) return optional || given.has(name) ? [] : [`the ${kind} ${name}, which isn't there`];
  const keys = keysOf(object);
  const wanted = [...(key ? [key] : []), ...items.map((item) => item.key)];
  return wanted.filter((one) => !keys.includes(one)).map((one) => `${one} of the ${kind} ${name}, which has no such key`);
}

export function references(release) {
  const { documents, given } = release;
  const faults = (where, sources) =>
    sources.flatMap((source) => missing(release, source)).map((fault) => `${where} refers to ${fault}`);
  return [
    ...containersOf(documents).flatMap(({ container, where }) => faults(where, environmentOf(container))),
    ...podsOf(documents).flatMap(({ owner, spec }) => [
      ...faults(nameOf(owner), (spec.volumes ?? []).flatMap(sourcesOf)),
      ...(spec.imagePullSecrets ?? [])
        .filter(({ name }) => !given.has(name))
        .map(({ name }) => `${nameOf(owner)} pulls with the Secret ${name}, which nobody named`),
      ...(spec.serviceAccountName &&
      !named(documents, 'ServiceAccount', spec.serviceAccountName) &&
      !given.has(spec.serviceAccountName)
        ? [`${nameOf(owner)} has the account ${spec.serviceAccountName}, which isn't there`]
        : []),
    ]),
    ...ofKind(documents, 'Ingress').flatMap((ingress) =>
      (ingress.spec.tls ?? [])
        .filter(({ secretName }) => secretName && !named(documents, 'Secret', secretName) && !given.has(secretName))
        .map(({ secretName }) => `${nameOf(ingress)} has the certificate ${secretName}, which nobody named`),
    ),
  ];
}

/** Each mount has a volume, each volume is mounted, and no two mounts have the same path. */
export function mounts({ documents }) {
  return podsOf(documents).flatMap(({ owner, spec }) => {
    const claims = owner.spec.volumeClaimTemplates ?? [];
    const volumes = [...(spec.volumes ?? []).map(({ name }) => name), ...claims.map(({ metadata }) => metadata.name)];
    const containers = [...(spec.initContainers ?? []), ...spec.containers];
    const mounted = containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name));
    return [
      ...mounted.filter((name) => !volumes.includes(name)).map((name) => `${nameOf(owner)} mounts ${name}, which is no volume`),
      ...volumes.filter((name) => !mounted.includes(name)).map((name) => `${nameOf(owner)} has the volume ${name} for nobody`),
    ];
  });
}
