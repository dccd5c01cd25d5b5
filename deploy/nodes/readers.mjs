// Clients that only read, or sign in, at a fixed pace and whether or not what they asked before is answered.
import { setTimeout } from 'node:timers/promises';
import { caller } from '@sarafa/testing';

const READ_EVERY_MS = 750;
const SIGN_IN_EVERY_MS = 3_000;
const WATCH_EVERY_MS = 3_000;
/** An answer that comes later than this counts as none. */
const PATIENCE_MS = 3_000;

export class Readers {
  timers = [];
  /** Values that were older than an acknowledged one which the same gateway had shown before. */
  wentBack = [];
  oldestRateMs = 0;
  /** Gateways whose values are being read: answers of two looks at once could come in the wrong order. */
  watched = new Set();

  constructor(cluster, writers, boards, outages) {
    this.cluster = cluster;
    this.writers = writers;
    this.boards = boards;
    this.outages = outages;
  }

  start({ shop, file, signers }) {
    const { adminToken } = this.writers;
    const reads = {
      board: [`/prices/user/${shop.id}`, `/user/dashboard/${shop.id}`],
      portal: ['/user/list', '/admin/overview', '/admin/rate-lists', '/admin/price-settings'],
      file: [file],
      token: ['/auth/me'],
    };
    for (const [kind, paths] of Object.entries(reads)) {
      const token = ['portal', 'token'].includes(kind) ? adminToken : undefined;
      for (const path of paths) this.every(READ_EVERY_MS, (gateway) => this.ask(kind, gateway, path, { token }));
    }
    this.every(SIGN_IN_EVERY_MS, (gateway, turn) => {
      const { username, password } = signers[turn % signers.length];
      return this.ask('sign-in', gateway, '/auth/login', { body: { username, password } });
    });
    this.every(WATCH_EVERY_MS, (gateway) => this.watch(gateway));
    this.timers.push(
      setInterval(() => this.askServers(), READ_EVERY_MS),
      setInterval(() => this.lookAtRates(), WATCH_EVERY_MS),
    );
  }

  end() {
    for (const timer of this.timers) clearInterval(timer);
  }

  every(ms, work) {
    let turn = 0;
    const all = () => {
      turn++;
      for (const gateway of this.cluster.upGateways) void work(gateway, turn);
    };
    this.timers.push(setInterval(all, ms));
  }

  /** What fails because a fault has killed the gateway itself isn't counted: a load balancer leads to another one. */
  async ask(kind, gateway, path, /** @type {{ token?: string, body?: object }} */ { token, body } = {}) {
    const at = performance.now();
    const asked = inTime(gateway, token).call(body ? 'post' : 'get', path, body);
    const why = await asked.then(
      ({ status }) => (status === 200 ? undefined : status),
      (error) => error.cause?.code ?? error.name,
    );
    if (this.cluster.isKilled(gateway)) return;
    this.outages.note(kind, `${path} at ${gateway.url}`, { at, until: at, isGood: why === undefined, why });
  }

  /** How long the servers themselves take nothing new. Of the database: what a client with the driver's defaults sees. */
  askServers() {
    const { mongoNodes, natsNodes } = this.cluster;
    const probe = mongoNodes.client.db('probe').collection('probe', { writeConcern: { w: 'majority' } });
    const write = async () => Boolean(await probe.updateOne({ _id: 'probe' }, { $inc: { count: 1 } }, { upsert: true }));
    void this.askServer('mongo', write());
    void this.askServer('nats', natsNodes.takesWrites());
  }

  async askServer(name, answer) {
    const at = performance.now();
    const late = setTimeout(PATIENCE_MS, false, { ref: false });
    const isGood = await Promise.race([answer.catch(() => false), late]);
    // Until it is answered: a new primary may still wait for a majority to copy from it.
    this.outages.note(name, name, { at, until: performance.now(), isGood, why: 'takes no writes' });
  }

  async watch(gateway) {
    if (this.watched.has(gateway)) return;
    this.watched.add(gateway);
    await this.lookAtAll(gateway).finally(() => this.watched.delete(gateway));
  }

  async lookAtAll(gateway) {
    for (const shop of this.writers.shops) {
      const before = Object.values(shop.fields).map((register) => register.acknowledgedTurn);
      const asked = inTime(gateway).call('get', `/user/dashboard/${shop.id}`);
      const { status, body: profile } = await asked.catch(() => ({ status: 0, body: undefined }));
      if (status !== 200) continue;
      for (const [index, [name, register]] of Object.entries(shop.fields).entries()) {
        this.look(gateway, register, profile[name], before[index]);
      }
    }
  }

  look({ url }, register, value, acknowledgedTurn) {
    const turn = register.turnOf(value);
    if (turn === undefined) return;
    const shown = (register.shown ??= new Map());
    const newest = shown.get(url) ?? 0;
    if (turn < newest) this.wentBack.push(`${register.name} at ${url}: attempt ${turn} after the acknowledged ${newest}`);
    if (turn <= acknowledgedTurn) shown.set(url, turn);
  }

  /** How old the oldest rate on a board was at most. */
  lookAtRates() {
    const ages = this.boards.all.map((board) => Date.now() - quotedAt(board)).filter(Number.isFinite);
    this.oldestRateMs = Math.max(this.oldestRateMs, ...ages);
  }

  /** When all boards had rates that are younger than `since`, by `Date.now()`; undefined when that took too long. */
  async youngSince(since, timeoutMs) {
    for (const end = Date.now() + timeoutMs; Date.now() < end; await setTimeout(100)) {
      if (this.boards.all.every((board) => quotedAt(board) >= since)) return Date.now();
    }
    return undefined;
  }
}

const inTime = ({ url }, token = undefined) => caller(url, token, { timeoutMs: PATIENCE_MS });

const quotedAt = ({ last }) => Date.parse(JSON.parse(last.get('prices') ?? '{}').lastUpdated);
