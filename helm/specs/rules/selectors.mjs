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
  const services = spec.rules.flatMap(({ http }) => http.paths.map(({ backend }) => backend.service));
  return services.map(({ name, port }) => ({ name, port: port.name ?? port.number }));
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

export function scalers({ documents }) {
  return ofKind(documents, 'HorizontalPodAutoscaler')
    .filter(({ spec: { scaleTargetRef: target } }) => !named(documents, target.kind, target.name))
    .map((scaler) => `${nameOf(scaler)} scales ${scaler.spec.scaleTargetRef.name}, which isn't there`);
}

export function budgets({ documents }) {
  return ofKind(documents, 'PodDisruptionBudget')
    .map((budget) => [budget, chosen(documents, budget.spec.selector).length])
    .filter(([, guarded]) => guarded !== 1)
    .map(([budget, guarded]) => `${nameOf(budget)} guards ${guarded} workloads`);
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
