// Two replicas of each part on three nodes of NATS and three of MongoDB.
import { front, productEnv } from '@sarafa/testing';
import { Cluster } from '../faults/cluster.mjs';
import { parsed } from '../local/log-lines.mjs';
import { isAlive } from '../local/toolkit/processes.mjs';
import { MongoNodes, NatsNodes } from './servers.mjs';

const LOOK_MS = 500;
/** Sweeps of every second by two replicas of each part would take a third of two processors, and so be measured with each fault. */
const SWEEP_MS = '5000';

export class NodesCluster extends Cluster {
  /** The addresses of both replicas of media. */
  mediaUrls = [];
  /** The parts that a fault has killed. */
  killed = new Set();
  /** What parts did by themselves. */
  ended = [];

  async openServers() {
    /** @type {any} Of servers, these have only what the harness itself asks for: an address and an end. */
    const servers = {
      startNats: async () => (this.natsNodes = await NatsNodes.start(this)),
      startMongo: async () => (this.mongoNodes = await MongoNodes.start(this)),
    };
    await super.openServers(servers);
    this.mediaFront = await this.started(front(), (media) => media.close());
  }

  async serversFor(name, mediaUrl) {
    const env = productEnv({ nats: this.natsNodes.urlFor(name), mongo: this.mongo.url, s3: this.s3, feed: this.feed });
    if (name === 'media') this.mediaUrls.push(mediaUrl);
    this.mediaFront.leadTo(...this.mediaUrls);
    return { lines: {}, env: { ...env, SWEEP_MS, NATS_REPLICAS: '3', MEDIA_URL: this.mediaFront.url } };
  }

  /** The gateways to which a load balancer would lead. */
  get upGateways() {
    return this.gateways.filter((gateway) => !this.isKilled(gateway));
  }

  isKilled(app) {
    return [...this.killed].some((part) => part.app === app);
  }

  async kill(part) {
    this.killed.add(part);
    const { index } = part;
    if (part.name === 'media') this.mediaFront.leadTo(...this.mediaUrls.filter((_, other) => other !== index));
    await part.app.stop('SIGKILL');
  }

  async startAgain(part) {
    await part.app.start();
    this.killed.delete(part);
    if (part.name === 'media') this.mediaFront.leadTo(...this.mediaUrls);
  }

  /** Starts parts again that end by themselves, as Kubernetes does. */
  watchParts() {
    const look = async (part) => {
      if (this.killed.has(part) || isAlive(part.app.pid)) return;
      this.ended.push(part.label);
      this.killed.add(part);
      await this.startAgain(part).catch(() => this.killed.delete(part));
    };
    const watch = setInterval(() => void Promise.all(this.parts.map(look)), LOOK_MS);
    this.atEnd(() => clearInterval(watch));
  }

  /** The lines of level error of each part since the last call. */
  takeErrors() {
    const errors = [];
    for (const { label, app } of this.parts) {
      for (const line of app.logs.splice(0)) {
        const { level = 'not JSON', context, msg, err } = parsed(line) ?? {};
        if (!['error', 'fatal', 'not JSON'].includes(level)) continue;
        errors.push({ label, text: level === 'not JSON' ? line : `${level} ${context ?? ''}: ${msg ?? err?.stack}` });
      }
    }
    return errors;
  }
}
