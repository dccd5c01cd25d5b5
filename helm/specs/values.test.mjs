// Checks that values that can't be meant are refused before anything is installed, by a message that names them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { CHART, KUBERNETES, helm, inPairs } from './chart.mjs';

const schema = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8'));

/**
 * The places in a schema that take too much: values of any type, and objects that list their keys and take others too. The
 * conditions (`if`, `then`) aren't read, because they only add to what stands beside them.
 */
function loosePlaces({ properties, definitions, anyOf, items, additionalProperties, ...own }, place = '') {
  const isTyped = ['type', 'enum', '$ref'].some((key) => key in own) || anyOf;
  const isClosed = !properties || additionalProperties === false;
  const inner = Object.entries({ ...properties, ...definitions, ...anyOf, items, additionalProperties });
  return [
    ...(isTyped && isClosed ? [] : [place]),
    ...inner.filter(([, value]) => Object(value) === value).flatMap(([key, value]) => loosePlaces(value, `${place}/${key}`)),
  ];
}

/** Helm's message about a value: its path, then what is wrong. */
const at = (place, what = '') => new RegExp(`at '${place && `/${place}`}': .*${what}`);

const OWN_NATS = { embedded: false, urlSecret: { name: 'a' } };
const OWN_S3 = { backing: { minio: { embedded: false, endpoint: 'https://s3.example', keySecret: { name: 'a' } } } };

/** @type {[what: string, values: object, expected: RegExp, release?: string][]} */
const REFUSED = [
  ['a key that there is not', { gateways: {} }, at('', 'gateways')],
  // What is left of a section whose lines are all commented out.
  ['services that are empty', { services: null }, at('', "missing property 'services'")],
  ['defaults of which a part is empty', { defaults: { env: null } }, at('defaults', "missing property 'env'")],
  ['hosts that are empty', { ingress: { hosts: null } }, at('ingress', "missing property 'hosts'")],
  ['a server that is empty', { backing: { nats: null } }, at('backing', "missing property 'nats'")],
  ['a service taken away', { services: { auth: null } }, at('services', 'auth')],
  ['a host with its scheme', { ingress: { hosts: ['https://boards.example.in'] } }, at('ingress/hosts/0', 'pattern')],
  ['half a digest', { image: { digest: 'sha256:1234' } }, at('image/digest', 'pattern')],
  ['an amount of 1 GB', { defaults: { resources: { limits: { memory: '1 GB' } } } }, at('defaults/resources/limits/memory')],
  ['a setting in small letters', { defaults: { env: { log_level: 'debug' } } }, at('', 'log_level')],
  ['a budget of one', { defaults: { podDisruptionBudget: { maxUnavailable: 'one' } } }, at('.*/maxUnavailable')],
  ['a duration without its unit', { monitoring: { serviceMonitor: { interval: '15' } } }, at('.*/interval', 'pattern')],
  [
    'a mount without its place',
    { defaults: { extraVolumeMounts: [{ name: 'zone' }] } },
    at('.*/extraVolumeMounts/0', 'mountPath'),
  ],
  ['NATS of nobody', { backing: { nats: { embedded: false } } }, at('backing/nats/urlSecret/name')],
  ['MongoDB of nobody', { backing: { mongodb: { embedded: false } } }, at('backing/mongodb/urlSecret/name')],
  ['S3 without an address', { backing: { minio: { embedded: false } } }, at('backing/minio/endpoint')],
  ['S3 without a key', { backing: { minio: { embedded: false } } }, at('backing/minio/keySecret/name')],
  ['an address without its scheme', { backing: { minio: { endpoint: 's3.example' } } }, at('backing/minio/endpoint')],
  ['an address with a path', { backing: { minio: { endpoint: 'https://s3.example/some' } } }, at('backing/minio/endpoint')],
  ['a bucket that S3 refuses', { backing: { minio: { bucket: 'My_Bucket' } } }, at('backing/minio/bucket', 'pattern')],
  ['a name that no object can have', { nameOverride: 'My Boards' }, at('nameOverride', 'pattern')],
  ['a name that no Service can have', { fullnameOverride: '1st' }, at('fullnameOverride', 'pattern')],
  ["a label of the chart's own", { commonLabels: { 'helm.sh/chart': 'boards' } }, at('commonLabels/helm.sh~1chart')],
  [
    'a capability',
    { security: { container: { capabilities: { add: ['NET_ADMIN'] } } } },
    at('security/container/capabilities'),
  ],
  ['one on pods', { defaults: { podLabels: { 'app.kubernetes.io/name': 'a' } } }, at('.*/podLabels/app.kubernetes.io~1name')],
  // Contradictions, which only templates can detect.
  ['what the chart says itself', { services: { auth: { env: { NATS_URL: 'nats://here' } } } }, /services\.auth\.env\.NATS_URL/],
  ['an end cut short', { services: { gateway: { preStopSeconds: 30 } } }, /services\.gateway\.terminationGracePeriodSeconds/],
  [
    'a scaler from many to few',
    { services: { auth: { autoscaling: { enabled: true, minReplicas: 9, maxReplicas: 2 } } } },
    /services\.auth\.autoscaling/,
  ],
  ["the address of one's own NATS beside the trial's", { backing: { nats: { urlSecret: { name: 'a' } } } }, /nats\.urlSecret/],
  [
    "the address of one's own S3 beside the trial's",
    { backing: { minio: { endpoint: 'https://s3.example' } } },
    /minio\.endpoint/,
  ],
  ['half a certificate', { backing: { nats: { ...OWN_NATS, tlsSecret: { name: 'a', key: '' } } } }, /nats\.tlsSecret/],
  [
    'backups beside the files',
    {
      ...OWN_S3,
      backup: { enabled: true, to: 's3://sarafa/backups', s3: { endpoint: 'https://s3.example', keySecret: { name: 'a' } } },
    },
    /backup\.to/,
  ],
  ['copies of what one node has', { backing: { nats: { replicas: 3 } } }, /backing\.nats\.replicas/],
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
  ['a name of a release that no Service can have', {}, /fullnameOverride/, '1st'],
];

const answers = await inPairs(REFUSED, ([, values, , release = 'sarafa']) =>
  helm(['template', release, CHART, ...KUBERNETES], values),
);

describe('values', () => {
  it('have a type each, and no keys that nobody knows', () => assert.deepEqual(loosePlaces(schema), []));

  for (const [index, [what, , expected]] of REFUSED.entries()) {
    it(`are refused with ${what}`, () => {
      assert.notEqual(answers[index].code, 0, 'it was rendered');
      assert.match(answers[index].output, expected);
    });
  }
});
