// Helpers that several rules use.

/** The name of an object as faults show it: `Deployment sarafa-gateway`. */
export const nameOf = ({ kind, metadata }) => `${kind} ${metadata?.name}`;

export const ofKind = (documents, ...kinds) => documents.filter(({ kind }) => kinds.includes(kind));

export const named = (documents, kind, name) => ofKind(documents, kind).find(({ metadata }) => metadata.name === name);

export const isLongRunning = ({ kind }) => kind === 'Deployment' || kind === 'StatefulSet';

/** All pods of a release, those of every kind that has a template of pods: `{ owner, labels, spec, containers }`. */
export function podsOf(documents) {
  return documents.flatMap((owner) => {
    const pod = owner.kind === 'Pod' ? owner : (owner.spec?.template ?? owner.spec?.jobTemplate?.spec.template);
    if (!pod) return [];
    const { metadata, spec } = pod;
    return [{ owner, labels: metadata?.labels ?? {}, spec, containers: [...(spec.initContainers ?? []), ...spec.containers] }];
  });
}

/** All containers of a release: `{ pod, container, where }`. */
export function containersOf(documents) {
  return podsOf(documents).flatMap((pod) =>
    pod.containers.map((container) => ({ pod, container, where: `${nameOf(pod.owner)}, ${container.name}` })),
  );
}

/** Whether labels match a selector; an empty one matches all. `matchExpressions`, of which the chart has none, match none. */
export function selects({ matchLabels = {}, matchExpressions = undefined }, labels) {
  return !matchExpressions && Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
}

/** A container's port by its name or number; undefined when the container has no such port. */
export function portOf({ containers }, port) {
  const ports = containers.flatMap((container) => container.ports ?? []);
  return ports.find(({ name, containerPort }) => name === port || containerPort === port);
}
