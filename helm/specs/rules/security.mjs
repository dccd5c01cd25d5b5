// Checks Kubernetes's Pod Security level `restricted`, and beyond it a read-only root and no tokens.
import { containersOf, nameOf, podsOf } from './pods.mjs';

const VOLUMES = ['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'persistentVolumeClaim', 'projected', 'secret'];

function podFaults({ spec }) {
  const shared = ['hostNetwork', 'hostPID', 'hostIPC'].filter((key) => spec[key]).map((key) => `has ${key}`);
  const volumes = (spec.volumes ?? [])
    .filter((volume) => !VOLUMES.some((type) => type in volume))
    .map(({ name }) => `has the volume ${name} of a type that restricted Pod Security refuses`);
  return [...shared, ...volumes];
}

function containerFaults(pod, { securityContext, ports = [] }) {
  const own = securityContext ?? {};
  const context = { ...pod.spec.securityContext, ...own };
  const faults = {
    'may run as root: runAsNonRoot': context.runAsNonRoot !== true || context.runAsUser === 0,
    'has no seccompProfile': !['RuntimeDefault', 'Localhost'].includes(context.seccompProfile?.type),
    'may gain rights: allowPrivilegeEscalation': own.allowPrivilegeEscalation !== false || own.privileged === true,
    'keeps capabilities': !own.capabilities?.drop?.includes('ALL') || own.capabilities.add?.length > 0,
    "opens the node's port: hostPort": ports.some(({ hostPort }) => hostPort !== undefined),
  };
  return Object.keys(faults).filter((fault) => faults[fault]);
}

export function restricted({ documents }) {
  return [
    ...podsOf(documents).flatMap((pod) => podFaults(pod).map((fault) => `${nameOf(pod.owner)} ${fault}`)),
    ...containersOf(documents).flatMap(({ pod, container, where }) =>
      containerFaults(pod, container).map((fault) => `${where} ${fault}`),
    ),
  ];
}

export function readOnlyRoots({ documents }) {
  return containersOf(documents)
    .filter(({ container }) => container.securityContext?.readOnlyRootFilesystem !== true)
    .map(({ where }) => `${where} may write to its root: readOnlyRootFilesystem`);
}

/** A token gives access to the Kubernetes API, which no pod of the chart uses. */
export function tokens({ documents }) {
  return podsOf(documents)
    .filter(({ spec }) => spec.automountServiceAccountToken !== false)
    .map(({ owner }) => `${nameOf(owner)} gets a token that it has no use for: automountServiceAccountToken`);
}
