import { Fault } from '../local/fault.mjs';
import { capture, run } from '../local/run.mjs';
import { freePort } from '../local/toolkit/ports.mjs';
import { eachLine, ready, startGuarded } from '../local/toolkit/processes.mjs';

const FORWARD_TIMEOUT_MS = 20_000;

/** Runs kubectl and helm in one namespace of the cluster that the kubeconfig names. */
export class Kube {
  forwards = [];

  constructor(namespace) {
    this.namespace = namespace;
  }

  kubectl(...args) {
    return run('kubectl', ['-n', this.namespace, ...args]);
  }

  /** Without its output, which a step would show. */
  async helm(...args) {
    await run('helm', ['-n', this.namespace, ...args]);
  }

  /** Installs the chart or upgrades the release, and waits until all of it has its wanted state. */
  async upgrade({ release, chart, values }, ...more) {
    await this.helm('upgrade', '--install', release, chart, '-f', values, ...more, '--wait', '--timeout', '10m');
    await this.settled();
  }

  async json(...args) {
    return JSON.parse(await this.kubectl(...args, '-o', 'json'));
  }

  async names(kind, selector) {
    const { items } = await this.json('get', kind, ...(selector ? ['-l', selector] : []));
    return items.map(({ metadata }) => metadata.name);
  }

  /** The values of a Secret as text. */
  async secret(name) {
    const { data } = await this.json('get', 'secret', name);
    return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
  }

  async apply(...objects) {
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
    await run('kubectl', ['-n', this.namespace, 'apply', '-f', '-'], { input });
  }

  /** Waits until every Deployment and StatefulSet has its wanted state. */
  async settled() {
    for (const kind of ['statefulset', 'deployment']) {
      for (const name of await this.names(kind)) await this.kubectl('rollout', 'status', `${kind}/${name}`, '--timeout=300s');
    }
  }

  /** Forwards a port of a pod or service to this machine until `close`. Answers the local port. */
  async forward(target, port) {
    const local = await freePort();
    const args = ['-n', this.namespace, 'port-forward', '--address', '127.0.0.1', target, `${local}:${port}`];
    const child = startGuarded('kubectl', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.forwards.push(child);
    const said = [];
    eachLine(child, (line) => said.push(line));
    const isOpen = () => said.some((line) => line.includes('Forwarding from'));
    await ready(child, isOpen, FORWARD_TIMEOUT_MS).catch((error) => {
      throw new Fault(`No way to ${target}:${port}: ${error.message}`, said.join('\n'));
    });
    return local;
  }

  close() {
    for (const child of this.forwards.splice(0)) child.kill();
  }
}

/** The kind of cluster that the kubeconfig names, and how to load an image into it. */
export async function findCluster() {
  const context = (await capture('kubectl', ['config', 'current-context'])).stdout.trim();
  const nodes = await capture('kubectl', ['get', 'nodes', '-o', 'json']);
  if (nodes.code !== 0) throw new Fault('No cluster answers: is KUBECONFIG set?', nodes.output);
  const [node] = JSON.parse(nodes.stdout).items;
  const { kubeletVersion, containerRuntimeVersion } = node.status.nodeInfo;
  const about = `${context}, Kubernetes ${kubeletVersion}, ${containerRuntimeVersion}`;
  if (context.startsWith('kind-'))
    return { about, load: (file) => run('kind', ['load', 'image-archive', file, '--name', context.slice(5)]) };
  if (context.startsWith('k3d-'))
    return { about, load: (file) => run('k3d', ['image', 'import', file, '-c', context.slice(4)]) };
  if (context === 'minikube') return { about, load: (file) => run('minikube', ['image', 'load', file]) };
  // The containerd of this machine, which CONTAINERD_ADDRESS names.
  return { about, isOwn: true, load: (file) => run('ctr', ['-n', 'k8s.io', 'images', 'import', file]) };
}

/** The address of the ingress controller: SARAFA_URL, its load balancer, or its port on a node. */
export async function ingressUrl() {
  if (process.env.SARAFA_URL) return process.env.SARAFA_URL;
  const { items } = JSON.parse(await run('kubectl', ['get', 'services', '-A', '-o', 'json']));
  const isController = ({ metadata: { name, namespace } }) => /traefik|ingress-nginx/.test(`${namespace}/${name}`);
  const ports = ({ spec }) => spec.ports.find(({ port }) => port === 80);
  const found = items.find((service) => isController(service) && ports(service) && service.spec.type !== 'ClusterIP');
  if (!found) throw new Fault('No ingress controller was found: install one, or set SARAFA_URL to its address');
  const [balancer] = found.status.loadBalancer?.ingress ?? [];
  if (balancer) return `http://${balancer.ip ?? balancer.hostname}`;
  const nodes = JSON.parse(await run('kubectl', ['get', 'nodes', '-o', 'json'])).items;
  const { address } = nodes[0].status.addresses.find(({ type }) => type === 'InternalIP');
  return `http://${address}:${ports(found).nodePort}`;
}
