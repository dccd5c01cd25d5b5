// Checks that values that can't be meant are refused before anything is installed, by a message that names them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CHART, KUBERNETES, helm, inPairs } from './chart.mjs';

/** Helm's message about a value: its path, then what is wrong. */
const at = (place, what = '') => new RegExp(`at '${place && `/${place}`}': .*${what}`);

const REFUSED = [
  ['a key that there is not', { gateways: {} }, at('', 'gateways')],
  ['one in a service', { services: { gateway: { replica: 2 } } }, at('services/gateway', 'replica')],
  ['one of the defaults', { defaults: { resource: {} } }, at('defaults', 'resource')],
  ['one in a setting', { defaults: { autoscaling: { enable: true } } }, at('defaults/autoscaling', 'enable')],
  ['a service that there is not', { services: { mail: {} } }, at('services', 'mail')],
  ['one in a server', { backing: { nats: { url: 'nats://here' } } }, at('backing/nats', 'url')],
  ['a server that there is not', { backing: { redis: {} } }, at('backing', 'redis')],
  ['one in the image', { image: { name: 'sarafa' } }, at('image', 'name')],
  ['one in an ingress', { ingress: { host: 'here' } }, at('ingress', 'host')],
  ['one in monitoring', { monitoring: { serviceMonitor: { period: '1m' } } }, at('monitoring/serviceMonitor', 'period')],
  ['a service taken away', { services: { auth: null } }, at('services', 'auth')],
  ['a number as text', { services: { gateway: { replicas: '2' } } }, at('services/gateway/replicas', 'integer')],
  ['fewer replicas than one', { services: { gateway: { replicas: -1 } } }, at('services/gateway/replicas', 'minimum')],
  ['half a replica', { defaults: { replicas: 1.5 } }, at('defaults/replicas', 'integer')],
  ['a switch as text', { networkPolicy: { enabled: 'false' } }, at('networkPolicy/enabled', 'boolean')],
  ['a list as text', { ingress: { hosts: 'boards.example.in' } }, at('ingress/hosts', 'array')],
  ['an ingress for no host', { ingress: { hosts: [] } }, at('ingress/hosts', 'minItems')],
  ['a host with its scheme', { ingress: { hosts: ['https://boards.example.in'] } }, at('ingress/hosts/0', 'pattern')],
  ['a log level that there is not', { logLevel: 'verbose' }, at('logLevel', 'debug')],
  ['a policy of pulling that there is not', { image: { pullPolicy: 'always' } }, at('image/pullPolicy', 'Always')],
  ['half a digest', { image: { digest: 'sha256:1234' } }, at('image/digest', 'pattern')],
  ['a Secret for pulling as an object', { image: { pullSecrets: [{ name: 'a' }] } }, at('image/pullSecrets/0', 'string')],
  [
    'an amount that there is not',
    { defaults: { resources: { limits: { memory: '1 GB' } } } },
    at('defaults/resources/limits/memory'),
  ],
  ['a setting in small letters', { defaults: { env: { log_level: 'debug' } } }, at('', 'log_level')],
  ['a setting that is an object', { defaults: { env: { A: { value: 'b' } } } }, at('defaults/env/A')],
  ['an annotation that is no text', { defaults: { podAnnotations: { a: 1 } } }, at('defaults/podAnnotations/a', 'string')],
  [
    'a budget that is neither number nor share',
    { defaults: { podDisruptionBudget: { maxUnavailable: 'one' } } },
    at('.*/maxUnavailable'),
  ],
  [
    'another way to spread',
    { defaults: { topologySpread: { whenUnsatisfiable: 'Never' } } },
    at('.*/whenUnsatisfiable', 'DoNotSchedule'),
  ],
  ['a type of Service that there is not', { service: { type: 'Loadbalancer' } }, at('service/type', 'LoadBalancer')],
  [
    'a duration without its unit',
    { monitoring: { serviceMonitor: { interval: '15' } } },
    at('monitoring/serviceMonitor/interval'),
  ],
  [
    'an age as text',
    { monitoring: { prometheusRule: { quoteAgeSeconds: '15m' } } },
    at('monitoring/prometheusRule/quoteAgeSeconds'),
  ],
  ['NATS of nobody', { backing: { nats: { embedded: false } } }, at('backing/nats/urlSecret/name')],
  ['MongoDB of nobody', { backing: { mongodb: { embedded: false } } }, at('backing/mongodb/urlSecret/name')],
  [
    'S3 without an address',
    { backing: { minio: { embedded: false, keySecret: { name: 'a' } } } },
    at('backing/minio/endpoint'),
  ],
  ['S3 without a key', { backing: { minio: { embedded: false, endpoint: 'https://a' } } }, at('backing/minio/keySecret/name')],
  [
    'an address without its scheme',
    { backing: { minio: { endpoint: 's3.example' } } },
    at('backing/minio/endpoint', 'pattern'),
  ],
  ['a bucket that S3 refuses', { backing: { minio: { bucket: 'My_Bucket' } } }, at('backing/minio/bucket', 'pattern')],
  ['a name longer than names of objects can bear', { fullnameOverride: 'a'.repeat(41) }, at('fullnameOverride', 'maxLength')],
  ['a name that no object can have', { nameOverride: 'My Boards' }, at('nameOverride', 'pattern')],
  ['a name that no Service can have', { fullnameOverride: '1st' }, at('fullnameOverride', 'pattern')],
  [
    "a label of the chart's own",
    { commonLabels: { 'app.kubernetes.io/name': 'boards' } },
    at('commonLabels/app.kubernetes.io~1name'),
  ],
  ['one on pods', { defaults: { podLabels: { 'helm.sh/chart': 'boards' } } }, at('defaults/podLabels/helm.sh~1chart')],
  ['an admin without a name', { admin: { username: '' } }, at('admin/username', 'minLength')],
];

/** Contradicting values, which only templates can detect. */
const CONTRADICTIONS = [
  ['what the chart says itself', { services: { auth: { env: { NATS_URL: 'nats://here' } } } }, /services\.auth\.env\.NATS_URL/],
  [
    'an end that is cut short',
    { services: { gateway: { preStopSeconds: 30 } } },
    /services\.gateway\.terminationGracePeriodSeconds/,
  ],
  [
    'a scaler from many to few',
    { services: { auth: { autoscaling: { enabled: true, minReplicas: 9, maxReplicas: 2 } } } },
    /services\.auth\.autoscaling/,
  ],
  ['an ingress that reaches nobody', { ingress: { enabled: true } }, /networkPolicy\.ingressFrom: as it is, nobody/],
  [
    'a way in for every pod, each of which is believed on who asks',
    { ingress: { enabled: true }, networkPolicy: { ingressFrom: [{ namespaceSelector: {} }] } },
    /networkPolicy\.ingressFrom: with every pod let in/,
  ],
  [
    'a way in by which callers say who they are',
    { service: { type: 'NodePort' }, networkPolicy: { ingressFrom: [{ ipBlock: { cidr: '0.0.0.0/0' } }] } },
    /services\.gateway\.env\.TRUST_PROXY/,
  ],
];

const template = (values, release = 'sarafa') => helm(['template', release, CHART, ...KUBERNETES], values);
const answers = await inPairs([...REFUSED, ...CONTRADICTIONS], ([, values]) => template(values));

describe('values', () => {
  for (const [index, [what, , expected]] of [...REFUSED, ...CONTRADICTIONS].entries()) {
    it(`are refused with ${what}`, () => {
      assert.notEqual(answers[index].code, 0, 'it was rendered');
      assert.match(answers[index].stderr, expected);
    });
  }

  it('are asked for a name where the one of the release can be none', async () => {
    const { code, stderr } = await template({}, '1st');
    assert.notEqual(code, 0);
    assert.match(stderr, /fullnameOverride/);
  });
});
