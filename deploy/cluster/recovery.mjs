// The doctor, a backup, and both restores, by the commands of docs/operations.md as they stand there: what an operator copies is
// what was tested.
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../local/fault.mjs';
import { ROOT, run } from '../local/run.mjs';
import { within } from '../local/toolkit/processes.mjs';
import { asking, signIn, told } from './requests.mjs';
import { furnish } from './versions.mjs';

const COMES_BACK_MS = 60_000;

const OPERATIONS = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');

/** The commands of kubectl and helm of each block under this heading. */
function commandsUnder(heading) {
  const [, text] = OPERATIONS.split(new RegExp(`^#+ ${heading}$`, 'm'));
  if (!text) throw new Fault(`docs/operations.md has no heading "${heading}"`);
  const [section] = text.split(/^#+ /m);
  const blocks = [...section.matchAll(/^```\n(.*?)^```/gms)].map(([, block]) => block.split('\n'));
  return blocks
    .map((lines) => lines.filter((line) => /^(kubectl|helm|for \w+ in) /.test(line)))
    .filter(({ length }) => length > 0);
}

/**
 * A shell in which the commands mean the trial's release: its `values.yaml` and the chart are in its folder, and its namespace is
 * the one of the kubeconfig. Answers what the commands have printed.
 */
async function operatorsShell(kube, values, folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const ownVolume = { existingClaim: `${kube.namespace}-backups` };
  // JSON is YAML too.
  const own = { ...JSON.parse(readFileSync(values, 'utf8')), backup: { enabled: true, volume: ownVolume } };
  writeFileSync(join(folder, 'values.yaml'), JSON.stringify(own));
  symlinkSync(join(ROOT, 'helm'), join(folder, 'helm'));
  const KUBECONFIG = join(folder, 'kubeconfig');
  writeFileSync(KUBECONFIG, await run('kubectl', ['config', 'view', '--raw', '--flatten', '--minify']), { mode: 0o600 });
  const options = {
    cwd: folder,
    env: { ...process.env, KUBECONFIG },
    advice: 'A documented command failed: its output is above',
  };
  await run('kubectl', ['config', 'set-context', '--current', `--namespace=${kube.namespace}`], options);
  // A job that failed never becomes complete.
  return (...commands) => run('sh', ['-ec', commands.join('\n').replaceAll('--timeout=1h', '--timeout=5m')], options);
}

/** Answers the findings by sentence; each of them has to be true. */
export async function recovery(kube, harness) {
  // With the keys of the release and of the cluster.
  const folder = `${harness.values}.d`;
  rmSync(folder, { recursive: true, force: true });
  try {
    return await recovered(kube, harness, await operatorsShell(kube, harness.values, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function recovered(kube, harness, shell) {
  const { release, url, admin } = harness;
  const found = {};
  await kube.apply({
    ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: `${kube.namespace}-backups` } },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  });
  const upgrade = 'helm upgrade --install sarafa helm/sarafa -f values.yaml --wait --timeout 10m';
  await shell(upgrade);
  const { isThere, shop } = await furnish(url, admin);

  const [backUp] = commandsUnder('Back up and restore');
  const said = await shell(...backUp);
  found['a backup is made and verified'] = /Backed up: \d+ documents and \d+ file[^]*Verified: the backup/.test(said);

  const [examine] = commandsUnder('What is wrong\\?');
  const examined = async () => (await shell(...examine)).split('\n').filter((line) => /^\d+\. |^Nothing found/.test(line));
  const healthy = await examined();
  found[`the doctor finds nothing here (${healthy.join(' ')})`] = healthy.join(' ') === 'Nothing found.';
  await kube.kubectl('scale', `statefulset/${release}-mongodb`, '--replicas=0');
  await kube.kubectl('wait', '--for=delete', `pod/${release}-mongodb-0`, '--timeout=90s');
  const lines = await examined();
  const at = (text) => lines.findIndex((line) => line.includes(text));
  found[`the doctor says that MongoDB is away, and then who misses it (${lines.join(' ')})`] =
    at("MongoDB can't be reached") >= 0 && at("MongoDB can't be reached") < at("can't work: mongodb");
  await kube.kubectl('scale', `statefulset/${release}-mongodb`, '--replicas=1');
  await kube.settled();

  const [onNewCluster, inPlace] = commandsUnder('Restore');
  const isBack = () => within(COMES_BACK_MS, () => isThere({ signedIn: false }).catch(() => false), 500);
  const change = async () => {
    await (await signIn(url, admin)).call('put', `/user/update/${shop.id}`, { shop_name: 'Later' });
    return (await told(asking(url), 'get', `/user/dashboard/${shop.id}`)).shop_name === 'Later';
  };
  found['a change after the backup is there'] = await change();
  await shell(...inPlace);
  await kube.settled();
  found['restored in the same installation, boards show what was backed up'] = await isBack();

  found['another change is there'] = await change();
  await shell('helm uninstall sarafa --wait --timeout 5m');
  await kube.kubectl('delete', 'pvc,secrets', '-l', `app.kubernetes.io/instance=${release}`);
  const volumes = await kube.names('pvc');
  const data = volumes.filter((name) => name.startsWith('data-'));
  if (data.length > 0) await kube.kubectl('delete', 'pvc', ...data);
  await shell(
    String.raw`sed -E '/^ +(resourceVersion|uid|creationTimestamp):/d' credentials.yaml | kubectl apply -f -`,
    `${upgrade} --set stopped=true`,
    ...onNewCluster,
  );
  await kube.settled();
  found['restored into an empty installation, boards show what was backed up'] = await isBack();
  return found;
}
