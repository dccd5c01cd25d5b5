// Three NATS servers as a cluster and three mongods as a replica set. Everybody reaches a node by a line that can be held up.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect, headers } from '@nats-io/transport-node';
import { freePort, mongod, natsServer, PARTS, until } from '@sarafa/testing';
import mongoose from 'mongoose';

const { MongoClient } = mongoose.mongo;
const NODES = [0, 1, 2];
const USERS = fileURLToPath(new URL('../../helm/sarafa/files/nats-users.conf', import.meta.url));
/** Keys that aren't there, which are deleted to see whether a stream takes writes: of each stream that a change of an account has to reach. */
const PROBES = ['$KV.accounts.probe', '$KV.boards.probe'];
const DELETION = headers();
DELETION.set('KV-Operation', 'DEL');
const LOOK_TIMEOUT_MS = 2_000;
const START_TIMEOUT_MS = 60_000;

export const passwordOf = (part) => `secretOf${part}`;

/** A server of a cluster; `lines` carry what others say to it, and `ownLines` what it says to others. */
class Node {
  /** Killed, stopped or cut off. */
  isFaulty = false;

  constructor(name, server, lines, ownLines = []) {
    this.name = name;
    this.server = server;
    this.lines = [...lines, ...ownLines];
  }

  async kill() {
    this.isFaulty = true;
    await this.server.stop('SIGKILL');
  }

  async start() {
    await this.server.start();
    this.isFaulty = false;
  }

  standStill() {
    this.isFaulty = true;
    process.kill(this.server.pid, 'SIGSTOP');
  }

  goOn() {
    process.kill(this.server.pid, 'SIGCONT');
    this.isFaulty = false;
  }

  cutOff() {
    this.isFaulty = true;
    for (const line of this.lines) line.silence();
  }

  letGo() {
    for (const line of this.lines) line.letGo();
    this.isFaulty = false;
  }
}

const removeAll = (nodes) => Promise.all(nodes.map(({ server }) => server.remove()));

export class NatsNodes {
  static async start(harness) {
    const line = (port) => harness.line(`nats://127.0.0.1:${port}`);
    const ports = await Promise.all(NODES.map(async () => [await freePort(), await freePort(), await freePort()]));
    const clients = await Promise.all(ports.map(([client]) => line(client)));
    // From each node to each other one.
    const routes = await Promise.all(
      NODES.map((from) => Promise.all(ports.map(([, to], index) => index !== from && line(to)))),
    );
    const users = await readFile(USERS, 'utf8');
    const env = Object.fromEntries(PARTS.map((part) => [`NATS_${part.toUpperCase()}_PASSWORD`, passwordOf(part)]));
    const nodes = NODES.map(async (index) => {
      const [port, routePort, monitorPort] = ports[index];
      const config = join(harness.dir, `nats-${index}.conf`);
      const text = [
        `server_name: node-${index}`,
        `http: "127.0.0.1:${monitorPort}"`,
        // As docs/operations.md asks for.
        'ping_interval: "2s", ping_max: 2',
        `client_advertise: "${new URL(clients[index].url).host}"`,
        'jetstream { max_memory_store: 64MB, max_file_store: 1GB, sync_interval: always }',
        'cluster {',
        `  name: sarafa, listen: "127.0.0.1:${routePort}", ping_interval: "1s", ping_max: 2`,
        // Nobody listens there, so that nodes reach each other by the lines alone.
        '  cluster_advertise: "127.0.0.1:9"',
        `  routes: [${routes[index].filter(Boolean).map(({ url }) => `"${url}"`)}]`,
        '}',
        'no_auth_user: operator',
        users.replace('users: [', 'users: [ { user: operator, password: operator }'),
      ];
      await writeFile(config, `${text.join('\n')}\n`);
      const server = await natsServer({ config, env, port });
      const others = [clients[index], ...routes.map((to) => to[index]).filter(Boolean)];
      return Object.assign(new Node(`node-${index}`, server, others, routes[index].filter(Boolean)), {
        monitorUrl: `http://127.0.0.1:${monitorPort}`,
      });
    });
    const all = new NatsNodes(await Promise.all(nodes), clients);
    await until(() => all.isWhole(0), START_TIMEOUT_MS);
    const connected = ({ server }) =>
      connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 200, ignoreClusterUpdates: true });
    for (const node of all.nodes) node.client = await harness.started(connected(node), (client) => client.close());
    return all;
  }

  constructor(nodes, clients) {
    this.nodes = nodes;
    this.clients = clients;
    // The operator's, for looks past the product.
    this.url = clients[0].url;
  }

  urlFor(part) {
    return this.clients.map(({ url }) => url.replace('nats://', `nats://${part}:${passwordOf(part)}@`)).join(',');
  }

  remove() {
    return removeAll(this.nodes);
  }

  /** What JetStream says at each node that answers. */
  async look(nodes = this.nodes) {
    const ask = async ({ name, monitorUrl }) => {
      const signal = AbortSignal.timeout(LOOK_TIMEOUT_MS);
      return { name, ...(await (await fetch(`${monitorUrl}/jsz?streams=true&config=true`, { signal })).json()) };
    };
    const answers = await Promise.allSettled(nodes.map(ask));
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  }

  /** Each stream as its leader describes it. */
  static streamsOf(looks) {
    const led = ({ name, account_details = [] }) =>
      account_details
        .flatMap(({ stream_detail = [] }) => stream_detail)
        .filter(({ cluster }) => cluster?.leader === name)
        .map(({ name: stream, config, cluster }) => ({ stream, replicas: config.num_replicas, cluster }));
    return looks.flatMap(led);
  }

  /** Whether all nodes are there, and each of so many streams has a leader and two copies that are up to date. */
  async isWhole(streams = this.streamCount) {
    const looks = await this.look();
    if (looks.length < NODES.length || !looks.every(({ meta_cluster: meta }) => meta?.leader)) return false;
    const found = NatsNodes.streamsOf(looks);
    const isCopied = ({ cluster: { replicas = [] } }) =>
      replicas.length === NODES.length - 1 && replicas.every(({ current, offline }) => current && !offline);
    return found.length >= streams && found.every(isCopied);
  }

  /** Whether a node that no fault has hit acknowledges writes of state; a new leader may still copy what it lacks. */
  async takesWrites() {
    const nodes = this.nodes.filter(({ isFaulty }) => !isFaulty);
    const write = (probe) =>
      Promise.any(nodes.map(({ client }) => client.request(probe, '', { headers: DELETION, timeout: LOOK_TIMEOUT_MS })));
    const answers = await Promise.all(PROBES.map(write));
    return answers.every((answer) => answer.json().seq > 0);
  }

  /** Notes how many streams there are, each of which must have three copies. */
  async requireCopies() {
    const streams = NatsNodes.streamsOf(await this.look());
    const less = streams
      .filter(({ replicas }) => replicas !== NODES.length)
      .map(({ stream, replicas }) => `${stream}: ${replicas}`);
    if (streams.length === 0 || less.length > 0) throw new Error(`Streams without three copies: ${less}`);
    this.streamCount = streams.length;
    await until(() => this.isWhole(), START_TIMEOUT_MS);
    return streams.map(({ stream }) => stream);
  }

  /** The node that leads all of JetStream, or the one that leads most streams. */
  async leader(of) {
    const looks = await this.look();
    const names = of === 'jetstream' ? looks.map(({ meta_cluster: meta }) => meta.leader) : [];
    if (of === 'streams') names.push(...NatsNodes.streamsOf(looks).map(({ cluster }) => cluster.leader));
    const count = ({ name }) => names.filter((leader) => leader === name).length;
    return [...this.nodes].sort((one, two) => count(two) - count(one))[0];
  }
}

export class MongoNodes {
  /** A client with the driver's defaults. */
  client;

  static async start(harness) {
    const ports = await Promise.all(NODES.map(() => freePort()));
    const lines = await Promise.all(ports.map((port) => harness.line(`mongodb://127.0.0.1:${port}`)));
    const args = ['--replSet', 'rs0', '--oplogSize', '128'];
    const nodes = NODES.map(
      async (index) => new Node(`mongod-${index}`, await mongod({ port: ports[index], args }), [lines[index]]),
    );
    const all = new MongoNodes(
      await Promise.all(nodes),
      lines.map(({ url }) => new URL(url).host),
    );
    const first = await MongoClient.connect(`mongodb://127.0.0.1:${ports[0]}/?directConnection=true`);
    const members = all.hosts.map((host, _id) => ({ _id, host }));
    // As docs/operations.md asks for.
    const settings = { electionTimeoutMillis: 5_000, heartbeatTimeoutSecs: 2, heartbeatIntervalMillis: 500 };
    await first.db('admin').command({ replSetInitiate: { _id: 'rs0', members, settings } });
    await first.close();
    all.client = await harness.started(MongoClient.connect(all.url), (client) => client.close());
    await until(() => all.isWhole(), START_TIMEOUT_MS);
    return all;
  }

  constructor(nodes, hosts) {
    this.nodes = nodes;
    this.hosts = hosts;
    this.url = `mongodb://${hosts}/test?replicaSet=rs0`;
  }

  remove() {
    return removeAll(this.nodes);
  }

  async members() {
    const { members } = await this.client.db('admin').command({ replSetGetStatus: 1 }, { readPreference: 'nearest' });
    return members;
  }

  async isWhole() {
    const states = (await this.members()).map(({ stateStr }) => stateStr).sort();
    return states.join() === 'PRIMARY,SECONDARY,SECONDARY';
  }

  async primary() {
    const { _id } = await until(
      async () => (await this.members()).find(({ stateStr }) => stateStr === 'PRIMARY'),
      START_TIMEOUT_MS,
    );
    return this.nodes[_id];
  }
}
