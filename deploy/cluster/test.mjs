// `npm run test:cluster`: the chart on the cluster of the current kubeconfig, and what happens when parts of it are taken away.
//   --keep            leaves the release where it is
//   --only a,b        some of the parts: versions, specs, faults, recovery, refusals
// Needs kubectl, helm, an ingress controller, and buildah, podman or docker. It makes and removes three namespaces of its own.
import { parseArgs } from 'node:util';
import { build } from '../local/build.mjs';
import { Fault, tell } from '../local/fault.mjs';
import { checkNode, npmPackages } from '../local/npm-packages.mjs';
import { Progress } from '../local/progress.mjs';
import { findCluster } from './kube.mjs';

const PARTS = ['versions', 'specs', 'faults', 'recovery', 'refusals'];

try {
  const { keep, only } = parseArgs({ options: { keep: { type: 'boolean' }, only: { type: 'string' } } }).values;
  const parts = only ? only.split(',') : PARTS;
  const wrong = parts.find((part) => !PARTS.includes(part));
  if (wrong) throw new Fault(`--only knows ${PARTS.join(', ')}, not ${wrong}`);
  const cluster = await findCluster();
  console.log(cluster.about);
  const progress = new Progress();
  checkNode();
  await npmPackages(progress);
  await build(progress, { web: false });
  // Imported here, because it stands on the testing library, which has just been built.
  const { testOnCluster } = await import('./cluster-test.mjs');
  process.exitCode = await testOnCluster(progress, cluster, parts, keep);
} catch (error) {
  process.exitCode = tell(error);
}
