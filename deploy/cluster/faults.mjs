// What is removed while boards are open and a shop writes. Each fault resolves when the product works again.
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from '../local/toolkit/processes.mjs';

const PRODUCT = 'sarafa.io/product=true';
const SERVERS = ['nats', 'mongodb', 'minio'];
/**
 * After a server is ready again, clients reconnect within this time: the drivers of NATS and MongoDB, and the time-out of a
 * call.
 */
const SETTLING_MS = 6_000;

/**
 * The faults in their order. `windows` collects the times without a server of which there is only one.
 * @returns {(readonly [name: string, work: () => Promise<void>])[]}
 */
export function faults(kube, harness, windows) {
  const { release, images } = harness;
  const component = (name) => `app.kubernetes.io/component=${name}`;
  const scale = (count) => async () => {
    await kube.kubectl('scale', `deployment/${release}-gateway`, `--replicas=${count}`);
    await kube.kubectl('rollout', 'status', `deployment/${release}-gateway`, '--timeout=300s');
    while ((await kube.names('pods', component('gateway'))).length !== count) await sleep(500);
  };
  /** The new pod of a StatefulSet has the name of the old one. */
  const withoutServer = (name, work) => async () => {
    const window = { server: name, from: Date.now() - 500, to: Infinity };
    windows.push(window);
    await work();
    await kube.kubectl('rollout', 'status', `statefulset/${release}-${name}`, '--timeout=300s');
    await kube.kubectl('wait', '--for=condition=Ready', 'pod', '-l', component(name), '--timeout=300s');
    await kube.settled();
    window.to = Date.now() + SETTLING_MS;
  };
  const deletePods = async () => {
    for (const pod of await kube.names('pods', PRODUCT)) {
      await kube.kubectl('delete', 'pod', pod, '--wait=true');
      await kube.settled();
    }
  };
  const roll = () => kube.upgrade(harness, '--set', `image.tag=${images.next}`);
  const deleteServer = (name) => kube.kubectl('delete', 'pod', `${release}-${name}-0`, '--wait=true');
  const restart = (name) => kube.kubectl('rollout', 'restart', `statefulset/${release}-${name}`);
  return [
    ['each pod of the product deleted in turn', deletePods],
    ['every Deployment rolled to a new image', roll],
    ['gateway 1', scale(1)],
    ['gateway 3', scale(3)],
    ['gateway 1 again', scale(1)],
    ...SERVERS.map((name) => /** @type {const} */ ([`pod of ${name} deleted`, withoutServer(name, () => deleteServer(name))])),
    ...['nats', 'mongodb'].map(
      (name) => /** @type {const} */ ([`${name} restarted`, withoutServer(name, () => restart(name))]),
    ),
  ];
}

/** Milliseconds until every board is live; undefined when one isn't in time. */
export async function untilLive(boards, timeoutMs = 60_000) {
  const from = Date.now();
  const areLive = await within(timeoutMs, () => boards.every(({ isLive }) => isLive));
  return areLive ? Date.now() - from : undefined;
}
