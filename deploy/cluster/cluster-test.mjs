// The whole cluster test; test.mjs starts it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEngine } from '../images/engine.mjs';
import { ROOT, capture, run } from '../local/run.mjs';
import { underFaults } from './fault-run.mjs';
import { startFeed } from './feed.mjs';
import { ingressUrl, Kube } from './kube.mjs';
import { ownServers } from './own-servers.mjs';
import { recovery } from './recovery.mjs';
import { refusals } from './refusals.mjs';
import { runSpecs } from './specs.mjs';
import { leftBehind, versions } from './versions.mjs';

const RELEASE = 'sarafa';
const ADMIN = { username: 'admin', password: 'a password of the specs' };
const CHART = join(ROOT, 'helm/sarafa');
const FOLDER = join(tmpdir(), 'sarafa-cluster-test');
const IMAGE = { repository: 'localhost/sarafa', previous: 'test-0', tag: 'test-1', next: 'test-2' };
const OF_CONTROLLERS = {
  key: 'kubernetes.io/metadata.name',
  operator: 'In',
  values: ['traefik', 'ingress-nginx', 'kube-system'],
};

/** The values for the test: the trial's servers, and a market that moves only when the test moves it. */
function valuesOf(servers, market) {
  const images =
    servers &&
    Object.fromEntries(Object.entries(servers).map(([name, { repository, tag }]) => [name, { image: { repository, tag } }]));
  return {
    image: { repository: IMAGE.repository, tag: IMAGE.tag },
    // Any host name, because the specs use the ingress by its address.
    ingress: { enabled: true, hosts: [''] },
    services: {
      gateway: {
        env: { PUBLIC_RATE_LIMIT_PER_MINUTE: 1_000_000, CHANGES_PER_MINUTE: 1_000_000, PROVIDER_CHAT_NUMBER: '919812345678' },
      },
      pricing: {
        env: {
          // A source that answers both metals in one request, so that no quote comes in two halves.
          MARKET_SOURCES: 'metals-dev',
          METALS_DEV_URL: `${market.address}/metals-dev`,
          METALS_DEV_KEY: 'metals-dev-key',
          MARKET_HOURS: 'always',
          MARKET_STALE_AFTER_MS: '60000',
        },
      },
    },
    networkPolicy: {
      // Any controller, running as a pod or on the node's own network.
      ingressFrom: [{ namespaceSelector: { matchExpressions: [OF_CONTROLLERS] } }, { ipBlock: { cidr: '0.0.0.0/0' } }],
      marketEgress: [
        { ports: [{ port: market.port }], to: [{ namespaceSelector: {}, podSelector: { matchLabels: market.labels } }] },
      ],
    },
    ...(images && { backing: images }),
  };
}

/** Loads both product images and the servers' images that the cluster can't pull itself. */
async function images(progress, cluster) {
  const engine = await findEngine();
  mkdirSync(FOLDER, { recursive: true });
  for (const tag of [IMAGE.tag, IMAGE.next]) {
    await progress.step(`image ${tag}`, async () => {
      const file = join(FOLDER, `${tag}.tar`);
      const args = ['deploy/images/build.mjs', '--tag', `${IMAGE.repository}:${tag}`, '--archive', file, '--or-own'];
      await run(process.execPath, args, { advice: 'The image could not be built: why is above' });
      await cluster.load(file);
    });
  }
  if (!cluster.isOwn && (await engine.has('docker.io/library/nats:2.14.9-alpine'))) return undefined;
  return progress.step('images of the servers', async (note) => {
    const servers = await ownServers(engine, join(FOLDER, 'servers'), note);
    for (const { file } of Object.values(servers)) await cluster.load(file);
    return servers;
  });
}

const remove = ({ namespace }, wait = true) =>
  capture('kubectl', ['delete', 'namespace', namespace, '--ignore-not-found', `--wait=${wait}`]);

async function makeNamespace(kube) {
  await remove(kube);
  await run('kubectl', ['create', 'namespace', kube.namespace]);
}

/** An empty namespace for the release, as strict as one can be. */
async function makeHome(kube) {
  await makeNamespace(kube);
  await run('kubectl', ['label', 'namespace', kube.namespace, 'pod-security.kubernetes.io/enforce=restricted']);
  // The admin of the specs. The release keeps a password that its Secret contains already.
  await kube.apply({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: `${RELEASE}-credentials`,
      labels: { 'app.kubernetes.io/managed-by': 'Helm' },
      annotations: { 'meta.helm.sh/release-name': RELEASE, 'meta.helm.sh/release-namespace': kube.namespace },
    },
    stringData: { 'admin-password': ADMIN.password },
  });
}

/** Runs these parts of the test, and answers the exit code. `keep` leaves the release where it is. */
export async function testOnCluster(progress, cluster, parts, keep) {
  const [kube, outside] = [new Kube('sarafa-test'), new Kube('sarafa-test-outside')];
  const upgraded = new Kube('sarafa-test-upgraded');
  const servers = await images(progress, cluster);
  await progress.step('namespaces', async () => {
    await remove(upgraded);
    await Promise.all([makeHome(kube), makeNamespace(outside)]);
  });
  const image = `${IMAGE.repository}:${IMAGE.tag}`;
  const market = await progress.step('market', () => startFeed(outside, image));
  const values = join(FOLDER, 'values.json');
  writeFileSync(values, JSON.stringify(valuesOf(servers, market), null, 2));
  const url = await ingressUrl();
  const harness = {
    release: RELEASE,
    chart: CHART,
    values,
    url,
    admin: ADMIN,
    images: IMAGE,
    load: (file) => cluster.load(file),
    image,
    outside,
    keepsPolicies: cluster.isOwn,
  };
  const counts = {};
  try {
    if (parts.includes('versions')) {
      // By itself, because specs need the keys of this release, which sign only an hour after an upgrade.
      await makeHome(upgraded);
      counts.versions = await versions(progress, upgraded, harness);
      await remove(upgraded);
    }
    await progress.step('install', () => kube.upgrade(harness));
    await progress.step('helm test', () => kube.helm('test', RELEASE, '--timeout', '3m'));
    if (parts.includes('specs')) counts.specs = await runSpecs(progress, kube, harness);
    if (parts.includes('faults')) counts.faults = await underFaults(progress, kube, harness);
    if (parts.includes('recovery')) counts.recovery = await progress.step('recovery', () => recovery(kube, harness));
    if (parts.includes('refusals')) counts.refusals = await progress.step('refusals', () => refusals(kube, outside, harness));
    if (!keep) counts.left = await progress.step('uninstall', () => leftBehind(kube, RELEASE));
  } finally {
    for (const one of [upgraded, kube, outside]) one.close();
  }
  console.log(`\n${JSON.stringify(counts, null, 2)}`);
  const failed = faultsOf(counts);
  console.log(failed.length === 0 ? '\nall of it stands' : `\n${failed.join('\n')}`);
  if (!keep) for (const one of [kube, outside]) await remove(one, false);
  return failed.length === 0 ? 0 : 1;
}

/** The faults of the results, as texts. */
function faultsOf({ versions, specs, faults, recovery, refusals, left }) {
  const wrong = [];
  const must = (isRight, text) => isRight || wrong.push(`FAILED: ${text}`);
  for (const [sentence, isTrue] of Object.entries({ ...versions, ...recovery, ...refusals })) must(isTrue, sentence);
  if (specs) must(specs.failed === 0 && specs.passed > 0, `${specs.failed} of the specs against the ingress`);
  if (faults) {
    must(faults.writesAcknowledged > 60, `only ${faults.writesAcknowledged} writes were acknowledged`);
    must(faults.writesLost.length === 0, `writes lost: ${JSON.stringify(faults.writesLost)}`);
    const { failedOutsideWindows: failed } = faults;
    const isRefused = failed.some(({ why }) => why === 'ECONNREFUSED');
    const hint = isRefused ? ', some by the ingress: does its controller request processor time?' : '';
    must(failed.length === 0, `${failed.length} requests failed${hint}`);
    must(faults.boardsWithoutLastWrite === 0, `${faults.boardsWithoutLastWrite} boards don't show what was written last`);
    must(faults.boardsNotLive === 0, `${faults.boardsNotLive} boards ended blank or stale`);
    for (const { fault, liveAfterMs } of faults.faults)
      must(liveAfterMs !== undefined, `boards weren't live again after: ${fault}`);
  }
  if (left) must(left.unexpected.length === 0, `left after uninstall: ${left.unexpected.join(', ')}`);
  return wrong;
}
