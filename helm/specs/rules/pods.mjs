// Helpers that several rules use.

/** The name of an object as faults show it: `Deployment sarafa-gateway`. */
export const nameOf = ({ kind, metadata }) => `${kind} ${metadata?.name}`;

export const ofKind = (documents, ...kinds) => documents.filter(({ kind }) => kinds.includes(kind));

export const named = (documents, kind, name) => ofKind(documents, kind).find(({ metadata }) => metadata.name === name);

export const isLongRunning = ({ kind }) => kind === 'Deployment' || kind === 'StatefulSet';

/** All pods of a release: `{ owner, labels, spec }`. */
export function podsOf(documents) {
  return ofKind(documents, 'Deployment', 'StatefulSet', 'Job', 'Pod').map((owner) => {
    const { metadata, spec } = owner.kind === 'Pod' ? owner : owner.spec.template;
    return { owner, labels: metadata?.labels ?? {}, spec };
  });
}

/** All containers of a release: `{ owner, pod, container, isInit, where }`. */
export function containersOf(documents) {
  return podsOf(documents).flatMap((pod) => {
    const about = (isInit) => (container) => ({
      ...{ owner: pod.owner, pod, container, isInit },
      where: `${nameOf(pod.owner)}, ${container.name}`,
    });
    return [...(pod.spec.initContainers ?? []).map(about(true)), ...pod.spec.containers.map(about(false))];
  });
}

/** Whether labels match a selector; an empty selector matches everything. */
export function selects({ matchLabels = {}, matchExpressions = [] }, labels) {
  const holds = ({ key, operator, values }) => {
    if (operator === 'Exists') return key in labels;
    if (operator === 'DoesNotExist') return !(key in labels);
    return values.includes(labels[key]) === (operator === 'In');
  };
  return Object.entries(matchLabels).every(([key, value]) => labels[key] === value) && matchExpressions.every(holds);
}

/** A container's port by its name or number; undefined when the container has no such port. */
export function portOf(pod, port) {
  const ports = [...(pod.spec.initContainers ?? []), ...pod.spec.containers].flatMap((container) => container.ports ?? []);
  return ports.find(({ name, containerPort }) => name === port || containerPort === port);
}
