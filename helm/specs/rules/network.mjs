// Checks that the NetworkPolicies together allow every connection that a pod's environment names. A missing permission would
// otherwise be noticed only on a cluster whose network enforces policies, and many don't.
import { backendsOf } from './selectors.mjs';
import { nameOf, named, ofKind, podsOf, portOf, selects } from './pods.mjs';

const MENTIONED = /:\/\/(?:[^@/\s]*@)?([a-z0-9][a-z0-9.-]*)(?::(\d+))?/g;
const HTTP = 80;

/**
 * `[{ from, to, port }]`: each pod of the release whose address another pod's environment names by its Service, with the pod's
 * port.
 */
export function conversations(documents) {
  const pods = podsOf(documents);
  return pods.flatMap((from) =>
    from.containers
      .flatMap(({ env = [] }) => env.flatMap(({ value = '' }) => [...String(value).matchAll(MENTIONED)]))
      .flatMap(([, host, number = HTTP]) => {
        const [service] = host
          .split('.')
          .map((label) => named(documents, 'Service', label))
          .filter(Boolean);
        const open = service?.spec.ports.find(({ port }) => port === Number(number));
        if (!open) return [];
        const { port, targetPort = port } = open;
        return pods
          .filter(({ labels }) => selects({ matchLabels: service.spec.selector }, labels))
          .map((to) => ({ from, to, port: portOf(to, targetPort) }));
      }),
  );
}

/** Whether a rule names a pod of the release. A selector of namespaces is taken for one of other namespaces. */
const isPod = (pod) => (peer) => !peer.ipBlock && !peer.namespaceSelector && selects(peer.podSelector, pod.labels);

/** Whether a rule names somebody outside of the release. Who that is can't be checked here. */
const isOutside = ({ namespaceSelector, ipBlock }) => Boolean(namespaceSelector ?? ipBlock);

const isPort = (rule, port) => rule.port === undefined || rule.port === port?.name || rule.port === port?.containerPort;

const policiesOf = (documents, direction, { labels }) =>
  ofKind(documents, 'NetworkPolicy').filter(
    ({ spec }) => spec.policyTypes.includes(direction) && selects(spec.podSelector, labels),
  );

/**
 * Whether the policies let a pod speak with whom `isPeer` finds in their rules. `direction` is `Ingress`, whose rules have
 * `from`, or `Egress`, whose rules have `to`. A pod that no policy selects allows everything.
 */
function allows(documents, direction, pod, isPeer, port) {
  const about = policiesOf(documents, direction, pod);
  const side = direction === 'Ingress' ? 'from' : 'to';
  const rules = about.flatMap(({ spec }) => spec[direction.toLowerCase()] ?? []);
  const fits = ({ ports, ...peers }) =>
    (!peers[side] || peers[side].some(isPeer)) && (!ports || ports.some((one) => isPort(one, port)));
  return about.length === 0 || rules.some(fits);
}

export function reachable({ documents }) {
  return conversations(documents).flatMap(({ from, to, port }) => {
    const way = `${nameOf(from.owner)} to ${nameOf(to.owner)}, port ${port?.containerPort}`;
    return [
      ...(allows(documents, 'Egress', from, isPod(to), port) ? [] : [`no policy lets go ${way}`]),
      ...(allows(documents, 'Ingress', to, isPod(from), port) ? [] : [`no policy lets in ${way}`]),
    ];
  });
}

/** Ingress controllers, Gateways and Prometheus are outside of the release and have to be admitted. */
export function visitors({ documents }) {
  const routed = ofKind(documents, 'Ingress', 'HTTPRoute').flatMap((route) =>
    backendsOf(route).map(({ name, port }) => ({ who: route, service: named(documents, 'Service', name), port })),
  );
  const monitored = ofKind(documents, 'ServiceMonitor').flatMap((monitor) =>
    ofKind(documents, 'Service')
      .filter(({ metadata }) => selects(monitor.spec.selector, metadata.labels))
      .flatMap((service) => monitor.spec.endpoints.map(({ port }) => ({ who: monitor, service, port }))),
  );
  return [...routed, ...monitored].flatMap(({ who, service, port: wanted }) => {
    const { port, targetPort = port } = service?.spec.ports.find((one) => one.port === wanted || one.name === wanted) ?? {};
    return podsOf(documents)
      .filter(({ labels }) => service && selects({ matchLabels: service.spec.selector }, labels))
      .filter((pod) => !allows(documents, 'Ingress', pod, isOutside, portOf(pod, targetPort)))
      .map((pod) => `no policy lets ${nameOf(who)} reach ${nameOf(pod.owner)}`);
  });
}

/** A pod whose outgoing connections are limited needs DNS, because names are looked up before anything else. */
export function nameService({ documents }) {
  return podsOf(documents).flatMap((pod) => {
    const about = policiesOf(documents, 'Egress', pod);
    const ports = about.flatMap(({ spec }) => spec.egress ?? []).flatMap(({ ports: open = [{ port: 53 }] }) => open);
    return about.length === 0 || ports.some(({ port }) => port === 53) ? [] : [`no policy lets ${nameOf(pod.owner)} ask DNS`];
  });
}

/** A policy that selects no pod has no effect. */
export function policies({ documents }) {
  const pods = podsOf(documents);
  return ofKind(documents, 'NetworkPolicy')
    .filter(({ spec }) => !pods.some(({ labels }) => selects(spec.podSelector, labels)))
    .map((policy) => `${nameOf(policy)} is about no pod`);
}
