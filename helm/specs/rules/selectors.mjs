// Checks that selectors, routes and autoscalers refer to exactly what exists.
import { isLongRunning, nameOf, named, ofKind, podsOf, portOf, selects } from './pods.mjs';

const workloads = (documents) => documents.filter(isLongRunning);
const chosen = (documents, selector) => podsOf(documents).filter(({ labels }) => selects(selector, labels));

/** A workload's selector matches its own pods and no others: two workloads that share pods would stop each other's. */
export function ownPods({ documents }) {
  return workloads(documents).flatMap((workload) => {
    const taken = chosen(documents, workload.spec.selector);
    const own = taken.some(({ owner }) => owner === workload);
    const others = taken.filter(({ owner }) => owner !== workload);
    return [
      ...(own ? [] : [`${nameOf(workload)} doesn't select its own pods`]),
      ...others.map(({ owner }) => `${nameOf(workload)} selects the pods of ${nameOf(owner)}`),
    ];
  });
}

export function services({ documents }) {
  return [
    ...ofKind(documents, 'Service').flatMap((service) => {
      const { selector, ports = [] } = service.spec;
      const pods = chosen(documents, { matchLabels: selector }).filter(({ owner }) => isLongRunning(owner));
      if (!selector || pods.length === 0) return [`${nameOf(service)} selects nobody`];
      return pods.flatMap((pod) =>
        ports
          .filter(({ port, targetPort = port }) => !portOf(pod, targetPort))
          .map(({ port }) => `${nameOf(service)} sends its port ${port} to ${nameOf(pod.owner)}, which has no such port`),
      );
    }),
    ...ofKind(documents, 'StatefulSet')
      .filter(({ spec }) => !named(documents, 'Service', spec.serviceName))
      .map((set) => `${nameOf(set)} has the Service ${set.spec.serviceName}, which isn't there`),
  ];
}

/** The Services that a route leads to: `[{ name, port }]`. */
export function backendsOf({ kind, spec }) {
  if (kind === 'HTTPRoute') return spec.rules.flatMap(({ backendRefs = [] }) => backendRefs);
  const paths = spec.rules.flatMap(({ http }) => http.paths.map(({ backend }) => backend));
  return [...paths, ...(spec.defaultBackend ? [spec.defaultBackend] : [])].map(({ service }) => ({
    name: service.name,
    port: service.port.name ?? service.port.number,
  }));
}

export function routes({ documents }) {
  return ofKind(documents, 'Ingress', 'HTTPRoute').flatMap((route) =>
    backendsOf(route)
      .filter(({ name, port }) => {
        const ports = named(documents, 'Service', name)?.spec.ports ?? [];
        return !ports.some((open) => open.port === port || open.name === port);
      })
      .map(({ name, port }) => `${nameOf(route)} leads to port ${port} of ${name}, which isn't there`),
  );
}

/** A workload with an autoscaler has no number of replicas, because each upgrade would reset it. */
export function scalers({ documents }) {
  return ofKind(documents, 'HorizontalPodAutoscaler').flatMap((scaler) => {
    const { scaleTargetRef: target, minReplicas = 1, maxReplicas } = scaler.spec;
    const workload = named(documents, target.kind, target.name);
    if (!workload) return [`${nameOf(scaler)} scales ${target.name}, which isn't there`];
    return [
      ...('replicas' in workload.spec ? [`${nameOf(workload)} is scaled and says replicas`] : []),
      ...(minReplicas > maxReplicas ? [`${nameOf(scaler)} has minReplicas over maxReplicas`] : []),
    ];
  });
}

/** A budget that never allows an eviction would keep its node from ever being drained. */
export function budgets({ documents }) {
  return ofKind(documents, 'PodDisruptionBudget').flatMap((budget) => {
    const { selector, minAvailable, maxUnavailable } = budget.spec;
    const guarded = chosen(documents, selector).map(({ owner }) => owner);
    if (guarded.length !== 1) return [`${nameOf(budget)} guards ${guarded.length} workloads`];
    const scaler = ofKind(documents, 'HorizontalPodAutoscaler').find(
      ({ spec }) => spec.scaleTargetRef.name === guarded[0].metadata.name,
    );
    const fewest = scaler ? scaler.spec.minReplicas : (guarded[0].spec.replicas ?? 1);
    const never = maxUnavailable === 0 || maxUnavailable === '0%' || minAvailable === '100%' || minAvailable >= fewest;
    return never ? [`${nameOf(budget)} never lets a pod of ${nameOf(guarded[0])} go`] : [];
  });
}

export function monitors({ documents }) {
  return ofKind(documents, 'ServiceMonitor').flatMap((monitor) => {
    const { selector, endpoints } = monitor.spec;
    const found = ofKind(documents, 'Service').filter(({ metadata }) => selects(selector, metadata.labels));
    if (found.length === 0) return [`${nameOf(monitor)} selects no Service`];
    const names = found.flatMap(({ spec }) => spec.ports.map(({ name }) => name));
    return endpoints
      .filter(({ port }) => !names.includes(port))
      .map(({ port }) => `${nameOf(monitor)} asks the port ${port}, which no Service has`);
  });
}
