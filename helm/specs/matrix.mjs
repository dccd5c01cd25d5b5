// The combinations of values for which the chart is rendered and checked: the values, the kinds or objects that exist then
// (`has`) or don't (`hasNot`), and other options of `helm template`. A new value has to be part of at least one of them. Values
// that have nothing to do with each other share a release, which takes a rendering less.

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;

const prometheus = {
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } },
  podSelector: { matchLabels: { 'app.kubernetes.io/name': 'prometheus' } },
};
const controller = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } };
const elsewhere = (port) => [{ to: [{ ipBlock: { cidr: '192.0.2.0/24' } }], ports: [{ port }] }];

const OWN_NATS = { embedded: false, urlSecret: { name: 'own-nats' }, egress: elsewhere(4222) };
const OWN_MONGODB = { embedded: false, urlSecret: { name: 'own-mongodb', key: 'url' }, egress: elsewhere(27017) };
const OWN_MINIO = {
  ...{ embedded: false, endpoint: 'https://s3.ap-south-1.amazonaws.com', bucket: 'own-bucket', egress: elsewhere(443) },
  keySecret: { name: 'own-s3', accessKey: 'id', secretKey: 'secret' },
};

export const MATRIX = {
  defaults: {
    has: ['NetworkPolicy', 'PodDisruptionBudget', 'StatefulSet', 'Pod sarafa-test', 'CronJob sarafa-doctor'],
    hasNot: ['Ingress', 'HTTPRoute', 'HorizontalPodAutoscaler', 'ServiceMonitor', 'PrometheusRule', 'CronJob sarafa-backup'],
  },
  'servers of the operator, all three, and backups in a bucket': {
    has: ['CronJob sarafa-backup', 'CronJob sarafa-restore'],
    hasNot: ['StatefulSet', 'PersistentVolumeClaim', 'CronJob sarafa-verify'],
    values: {
      backup: {
        ...{ enabled: true, to: 's3://backups/of/sarafa', verifySchedule: '', restoreArgs: ['--replace', 'sarafa'], keep: 7 },
        ...{ keySecret: { name: 'backup-keys', key: 'of-sarafa' }, alertAfterHours: 8, schedule: '0 */6 * * *' },
        s3: {
          endpoint: 'https://s3.ap-south-1.amazonaws.com',
          ...{ keySecret: { name: 'backup-s3', accessKey: 'id', secretKey: 'secret' }, egress: elsewhere(443) },
        },
      },
      backing: {
        caSecret: { name: 'own-ca', key: 'root.pem' },
        nats: { ...OWN_NATS, tlsSecret: { name: 'nats-client', ca: '' }, credsSecret: { name: 'nats-creds', key: '' } },
        ...{ mongodb: OWN_MONGODB, minio: OWN_MINIO },
      },
    },
  },
  // In these two and in the one with names that YAML would read as something else one server of the trial stands beside two of
  // the operator, so that a template that asks for another server than its own is seen.
  'MinIO of the trial alone': {
    has: ['StatefulSet sarafa-minio'],
    hasNot: ['StatefulSet sarafa-nats', 'StatefulSet sarafa-mongodb'],
    values: {
      stopped: true,
      backing: {
        nats: { ...OWN_NATS, urlSecret: { name: 'own-nats', key: 'url' }, insecure: true },
        mongodb: { ...OWN_MONGODB, urlSecret: { name: 'own-mongodb' } },
      },
    },
  },
  'NATS of the trial alone': {
    has: ['StatefulSet sarafa-nats'],
    hasNot: ['StatefulSet sarafa-mongodb', 'StatefulSet sarafa-minio'],
    values: { backing: { mongodb: OWN_MONGODB, minio: OWN_MINIO } },
  },
  'servers of the trial, set up otherwise, with backups, and many replicas, kept apart': {
    has: ['CronJob sarafa-backup', 'CronJob sarafa-verify', 'CronJob sarafa-restore', 'PersistentVolumeClaim sarafa-backups'],
    values: {
      backup: { enabled: true, volume: { size: '1Ti', className: 'slow' }, resources: { limits: { memory: '1Gi' } } },
      image: { tag: 1.2 },
      backing: {
        nats: { storage: { size: '5Gi', className: 'fast' }, image: { repository: 'registry.example/nats', tag: 2.14 } },
        mongodb: { storage: { size: '20Gi', className: 'fast' }, image: { digest: DIGEST }, cacheSizeGB: 1 },
        minio: { storage: { size: '1Ti' }, bucket: 'ads', resources: { requests: { cpu: 1, memory: '1Gi' } } },
      },
      defaults: {
        replicas: 5,
        topologySpread: { whenUnsatisfiable: 'DoNotSchedule', topologyKeys: ['kubernetes.io/hostname'] },
      },
      services: { pricing: { replicas: 3 } },
    },
  },
  'a Secret of the operator, whose name is a number, and one replica of each': {
    hasNot: ['Secret'],
    values: {
      ...{ credentials: { existingSecret: '2024' }, admin: { username: 'asha' } },
      defaults: { replicas: 1, podDisruptionBudget: { maxUnavailable: '100%' } },
    },
  },
  'an ingress with TLS, and all that watches it': {
    has: ['Ingress', 'ServiceMonitor', 'PrometheusRule', 'ConfigMap sarafa-dashboard'],
    values: {
      ingress: {
        ...{ enabled: true, className: 'nginx', hosts: ['boards.example.in', 'rates.example.in'] },
        tls: [{ hosts: ['boards.example.in', 'rates.example.in'], secretName: 'boards-tls' }],
      },
      networkPolicy: { ingressFrom: [controller], metricsFrom: [prometheus] },
      monitoring: {
        serviceMonitor: { enabled: true, interval: '30s', labels: { release: 'prometheus' } },
        prometheusRule: { enabled: true, labels: { release: 'prometheus' }, quoteAgeSeconds: 600 },
        dashboard: { enabled: true, labels: { grafana_dashboard: '1' } },
        traces: { endpoint: 'http://collector.monitoring:4318', egress: elsewhere(4318) },
      },
    },
  },
  // Not both in one, because each has a `mediaDirect` of its own.
  'an ingress to the gateway alone': {
    has: ['Ingress'],
    values: {
      ingress: { enabled: true, mediaDirect: false, annotations: { 'a.b/c': 'd' } },
      networkPolicy: { ingressFrom: [controller] },
    },
  },
  'a route to the gateway alone': {
    has: ['HTTPRoute'],
    values: { httpRoute: { enabled: true, mediaDirect: false }, networkPolicy: { ingressFrom: [controller] } },
  },
  'a route of the Gateway API, and scaling by processor': {
    has: ['HTTPRoute', 'HorizontalPodAutoscaler sarafa-auth'],
    values: {
      httpRoute: {
        ...{ enabled: true, hostnames: ['boards.example.in'], annotations: { 'a.b/c': 'd' } },
        parentRefs: [{ name: 'public', namespace: 'gateways', sectionName: 'https' }],
      },
      networkPolicy: { ingressFrom: [controller] },
      defaults: { autoscaling: { enabled: true, minReplicas: 3, maxReplicas: 9 } },
    },
  },
  'a load balancer, and scaling of the gateway by its boards': {
    has: ['HorizontalPodAutoscaler sarafa-gateway'],
    hasNot: ['HorizontalPodAutoscaler sarafa-auth'],
    values: {
      service: { type: 'LoadBalancer', externalTrafficPolicy: 'Local', annotations: { 'a.b/c': 'd' } },
      services: {
        gateway: {
          env: { TRUST_PROXY: 'loopback' },
          autoscaling: { enabled: true, boardsPerReplica: 2000, targetCPUUtilizationPercentage: 60 },
        },
      },
      networkPolicy: { ingressFrom: [{ ipBlock: { cidr: '0.0.0.0/0' } }] },
    },
  },
  'nothing that can be left out': {
    hasNot: ['NetworkPolicy', 'Pod', 'PodDisruptionBudget', 'CronJob'],
    values: {
      doctor: { enabled: false },
      networkPolicy: { enabled: false },
      tests: { enabled: false },
      defaults: { podDisruptionBudget: { enabled: false }, topologySpread: { enabled: false } },
    },
  },
  'where pods go, what they are told, and an image from a registry that asks who one is': {
    values: {
      image: { repository: 'registry.example/sarafa', digest: DIGEST, pullPolicy: 'Always', pullSecrets: ['registry'] },
      logLevel: 'debug',
      commonLabels: { team: 'boards' },
      defaults: {
        ...{ nodeSelector: { pool: 'boards' }, priorityClassName: 'boards' },
        tolerations: [{ key: 'pool', operator: 'Equal', value: 'boards', effect: 'NoSchedule' }],
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                { matchExpressions: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64', 'arm64'] }] },
              ],
            },
          },
        },
        ...{
          podAnnotations: { 'a.b/c': 'd' },
          podLabels: { shift: 'night' },
          annotations: { 'reloader.example/auto': 'true' },
        },
        extraVolumes: [{ name: 'zone', configMap: { name: 'zone' } }],
        extraVolumeMounts: [{ name: 'zone', mountPath: '/etc/zone', readOnly: true }],
      },
      serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/sarafa' }, name: 'boards' },
      extraObjects: [
        `{ apiVersion: v1, kind: ConfigMap, metadata: { name: zone, namespace: {{ .Release.Namespace | quote }},
           labels: {{ include "sarafa.labels" (dict "root" . "part" "zone") | fromYaml | toJson }} } }`,
      ],
      services: {
        gateway: { env: { TRUST_PROXY: '10.0.0.0/8', PUBLIC_RATE_LIMIT_PER_MINUTE: 600 }, preStopSeconds: 10 },
        pricing: {
          env: { MARKET_SOURCES: 'goldapi-io,gold-api', MARKET_HOURS: 'always' },
          envFrom: [{ secretRef: { name: 'market-keys' } }, { configMapRef: { name: 'market', optional: true } }],
          extraEnv: [{ name: 'METALS_DEV_KEY', valueFrom: { secretKeyRef: { name: 'own-keys', key: 'metals' } } }],
        },
        media: { env: { UPLOAD_LEASE_MS: 30000, AD_GRACE_MS: 7200000, LOG_LEVEL: 'trace' }, terminationGracePeriodSeconds: 90 },
      },
    },
  },
  'names that YAML would read as something else': {
    has: ['Deployment boards-gateway', 'StatefulSet boards-mongodb'],
    hasNot: ['StatefulSet boards-nats', 'StatefulSet boards-minio'],
    release: 'yes',
    values: {
      ...{ nameOverride: '2024', fullnameOverride: 'boards', defaults: { priorityClassName: '1' } },
      image: { pullSecrets: ['007'], tag: 20260101 },
      ingress: { enabled: true, className: 'on', hosts: ['1.2'] },
      networkPolicy: { ingressFrom: [controller] },
      backing: {
        nats: { ...OWN_NATS, urlSecret: { name: '1e3', key: 'no' } },
        mongodb: { storage: { className: '2' } },
        minio: { ...OWN_MINIO, keySecret: { name: 'off', accessKey: '1', secretKey: '2' } },
      },
    },
  },
  'a release of the longest name': { release: 'b'.repeat(53) },
  'a release whose name begins with a digit': { release: '1st', values: { fullnameOverride: 'first' } },
  'nothing in lists': {
    values: {
      defaults: { topologySpread: { topologyKeys: [] } },
      networkPolicy: { marketEgress: [], alarmsEgress: [] },
      backing: { nats: { ...OWN_NATS, egress: [] }, minio: { ...OWN_MINIO, egress: [] } },
    },
  },
};
