// Proves that each rule works: it finds the fault that is put into a release for it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NAMESPACE, render } from './chart.mjs';
import { RULES } from './rules/index.mjs';
import { conversations } from './rules/network.mjs';
import { nameOf } from './rules/pods.mjs';

const documents = await render({
  ingress: { enabled: true },
  networkPolicy: { ingressFrom: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'traefik' } } }] },
  httpRoute: { enabled: true },
  defaults: { autoscaling: { enabled: true } },
  monitoring: { serviceMonitor: { enabled: true } },
});
const release = (changed) => ({ documents: changed, namespace: NAMESPACE, given: new Set(['gateway']) });

/** Finds a document by its kind and the end of its name; without an end the first of the kind. */
function finder(copy) {
  return (kind, part) => {
    const found = copy.find((document) => document.kind === kind && (!part || document.metadata.name === `sarafa-${part}`));
    assert.ok(found, `${kind} ${part}`);
    return found;
  };
}
const auth = (find) => find('Deployment', 'auth');
const media = (find) => find('Deployment', 'media');
const podOf = (workload) => workload.spec.template.spec;
const containerOf = (workload) => podOf(workload).containers[0];
const envOf = (workload, name) => containerOf(workload).env.find((one) => one.name === name);

/**
 * For each rule: the fault that is put into a release, and what the rule then says.
 * @type {Record<string, [(find: ReturnType<typeof finder>) => unknown, RegExp][]>}
 */
const FAULTS = {
  'has only fields that Kubernetes knows': [
    [(find) => (auth(find).spec.replica = 2), /spec\/replica is unknown/],
    [(find) => (podOf(auth(find)).volume = []), /spec\/volume is unknown/],
    [(find) => (find('Service', 'media').spec.ports[0].port = '8081'), /must be integer/],
    [(find) => (find('Service', 'media').spec.type = 'Clusterip'), /allowed values/],
    [(find) => (find('Secret', 'credentials').data.a = 'not base64'), /data\/a must match/],
    [(find) => (find('HTTPRoute').spec.rules[0].backendRef = []), /backendRef is unknown/],
    [(find) => (find('Ingress').apiVersion = 'extensions/v1beta1'), /is no kind/],
    [(find) => containerOf(auth(find)).env.push({ name: 'LOG_LEVEL' }), /two items/],
    [(find) => (containerOf(auth(find)).resources.limits.memory = '1 GB'), /memory/],
  ],
  'has no object twice, and names that fit': [
    [(find) => (find('Service', 'media').metadata.name = 'sarafa-gateway'), /is there twice/],
    [(find) => (find('Service', 'media').metadata.name = 'a'.repeat(64)), /longer than 63/],
    [(find) => (find('StatefulSet', 'nats').metadata.name = 'a'.repeat(53)), /longer than 52/],
    [(find) => (find('Service', 'media').metadata.name = '1-media'), /is no name/],
  ],
  'says of every object in which namespace it is': [[(find) => delete find('Ingress').metadata.namespace, /Ingress sarafa/]],
  'labels every object and every pod': [
    [(find) => delete find('Ingress').metadata.labels['helm.sh/chart'], /helm.sh\/chart/],
    [(find) => (find('Ingress').metadata.labels.team = 'a b'), /the label team/],
  ],
  'selects by what lasts': [[(find) => (auth(find).spec.selector.matchLabels['helm.sh/chart'] = 'a'), /which changes/]],
  'has workloads that select their own pods alone': [
    [(find) => (auth(find).spec.selector.matchLabels.a = 'b'), /own pods/],
    [
      (find) => delete auth(find).spec.selector.matchLabels['app.kubernetes.io/component'],
      /selects the pods of Deployment sarafa-gateway/,
    ],
  ],
  'has Services that lead to pods and their ports': [
    [(find) => (find('Service', 'media').spec.selector.a = 'b'), /selects nobody/],
    [(find) => (find('Service', 'media').spec.ports[0].targetPort = 'web'), /no such port/],
    [(find) => (find('StatefulSet', 'nats').spec.serviceName = 'a'), /isn't there/],
  ],
  'has routes that lead to Services and their ports': [
    [(find) => (find('Ingress').spec.rules[0].http.paths[0].backend.service.port = { number: 81 }), /port 81 of sarafa-media/],
    [(find) => (find('HTTPRoute').spec.rules[0].backendRefs[0].name = 'a'), /of a,/],
  ],
  'scales what is there': [
    [(find) => (find('HorizontalPodAutoscaler', 'auth').spec.scaleTargetRef.name = 'a'), /scales a, which isn't there/],
  ],
  'has a budget for one workload each': [
    [(find) => (find('PodDisruptionBudget', 'auth').spec.selector.matchLabels.a = 'b'), /guards 0/],
  ],
  'monitors Services that are there': [
    [(find) => (find('ServiceMonitor').spec.selector.matchLabels.a = 'b'), /selects no Service/],
    [(find) => (find('ServiceMonitor').spec.endpoints[0].port = 'a'), /asks the port a/],
  ],
  'has pods that restricted Pod Security lets in': [
    [(find) => (podOf(auth(find)).hostNetwork = true), /hostNetwork/],
    [(find) => podOf(media(find)).volumes.push({ name: 'a', hostPath: { path: '/' } }), /the volume a of a type/],
    [(find) => delete podOf(find('StatefulSet', 'nats')).securityContext.runAsNonRoot, /root/],
    [(find) => (containerOf(auth(find)).securityContext.runAsUser = 0), /root/],
    [(find) => delete podOf(auth(find)).securityContext.seccompProfile, /seccomp/],
    [(find) => delete containerOf(auth(find)).securityContext.allowPrivilegeEscalation, /allowPrivilegeEscalation/],
    [(find) => delete containerOf(auth(find)).securityContext.capabilities, /capab/],
    [(find) => (containerOf(media(find)).ports[0].hostPort = 1), /hostPort/],
  ],
  'has containers with a read-only root': [
    [
      (find) => (containerOf(find('StatefulSet', 'minio')).securityContext.readOnlyRootFilesystem = false),
      /sarafa-minio, minio may write/,
    ],
  ],
  'gives no pod a token': [[(find) => delete podOf(auth(find)).automountServiceAccountToken, /a token/]],
  'says what every container needs': [
    [(find) => delete containerOf(auth(find)).resources, /no limits.memory/],
    [(find) => (containerOf(auth(find)).resources.limits.memory = '64Mi'), /than its limit/],
  ],
  'asks every lasting container how it is': [
    [(find) => delete containerOf(auth(find)).livenessProbe, /no livenessProbe/],
    [(find) => (containerOf(auth(find)).readinessProbe.httpGet.port = 'a'), /no port a/],
  ],
  'fills in only what is there': [[(find) => (envOf(auth(find), 'NATS_PASSWORD').name = 'PASSWORD'), /NATS_PASSWORD/]],
  'names ports so that each can be meant': [[(find) => (containerOf(media(find)).ports[0].name = 'ops'), /there twice: ops/]],
  'refers to objects that are there, and their keys': [
    [
      (find) => (envOf(auth(find), 'NATS_PASSWORD').valueFrom.secretKeyRef.key = 'a'),
      /a of the Secret sarafa-credentials, which has no such key/,
    ],
    [(find) => (find('ConfigMap', 'nats').metadata.name = 'a'), /the ConfigMap sarafa-nats/],
    [(find) => (find('ServiceAccount').metadata.name = 'a'), /the ServiceAccount sarafa/],
    [(find) => (podOf(auth(find)).imagePullSecrets = [{ name: 'a' }]), /the Secret a,/],
    [(find) => (find('Ingress').spec.tls = [{ secretName: 'a' }]), /Ingress sarafa refers to the Secret a/],
  ],
  'mounts volumes that are there': [
    [(find) => (podOf(media(find)).volumes = []), /mounts uploads/],
    [(find) => delete containerOf(media(find)).volumeMounts, /uploads for nobody/],
  ],
  'has no policy about nobody': [
    [(find) => (find('NetworkPolicy', 'nats').spec.podSelector.matchLabels.a = 'b'), /about no pod/],
  ],
  'lets each pod reach what it is told of': [
    [(find) => find('NetworkPolicy', 'nats').spec.ingress[0].from.pop(), /lets in CronJob sarafa-doctor/],
    [(find) => (find('NetworkPolicy', 'auth').spec.egress = []), /lets go Deployment sarafa-auth/],
    [(find) => (find('NetworkPolicy', 'gateway').spec.ingress[0].ports[0].port = 80), /lets in Pod sarafa-test/],
  ],
  'lets each pod ask DNS': [[(find) => (find('NetworkPolicy').spec.egress = []), /lets StatefulSet sarafa-nats ask DNS/]],
  'lets routes and monitors in': [
    [
      (find) => (find('NetworkPolicy', 'gateway').spec.ingress[0].ports[0].port = 80),
      /lets Ingress sarafa reach Deployment sarafa-gateway/,
    ],
    [
      (find) => (find('NetworkPolicy', 'media').spec.ingress[0].from = [{ podSelector: {} }]),
      /lets HTTPRoute sarafa reach Deployment sarafa-media/,
    ],
    [(find) => find('NetworkPolicy', 'auth').spec.ingress.pop(), /lets ServiceMonitor sarafa reach Deployment sarafa-auth/],
  ],
};

describe('the rules', () => {
  it('find nothing in what is right', () => {
    for (const rule of Object.values(RULES)) assert.deepEqual(rule(release(documents)), []);
  });

  it('are all tried', () => assert.deepEqual(Object.keys(FAULTS).sort(), Object.keys(RULES).sort()));

  for (const [name, faults] of Object.entries(FAULTS)) {
    for (const [change, expected] of faults) {
      it(`${name}: ${expected.source}`, () => {
        const copy = structuredClone(documents);
        change(finder(copy));
        assert.match(RULES[name](release(copy)).join('\n'), expected);
      });
    }
  }

  it('know who speaks to whom', () => {
    const ways = conversations(documents).map(({ from, to }) => `${nameOf(from.owner)} > ${nameOf(to.owner)}`);
    const services = ['auth', 'gateway', 'media', 'pricing', 'settings', 'users'];
    assert.deepEqual(
      ways.sort(),
      [
        'Deployment sarafa-gateway > Deployment sarafa-media',
        'Deployment sarafa-media > StatefulSet sarafa-minio',
        ...services
          .filter((name) => name !== 'gateway')
          .map((name) => `Deployment sarafa-${name} > StatefulSet sarafa-mongodb`),
        ...services.map((name) => `Deployment sarafa-${name} > StatefulSet sarafa-nats`),
        'Pod sarafa-test > Deployment sarafa-gateway',
        ...['minio', 'mongodb', 'nats'].map((server) => `CronJob sarafa-doctor > StatefulSet sarafa-${server}`),
      ].sort(),
    );
  });
});
