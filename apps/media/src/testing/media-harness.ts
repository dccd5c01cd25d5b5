import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { type Actor, auth, users } from '@sarafa/contracts';
import { Bus, RpcClient, type Running, type AppContext, newAppContext } from '@sarafa/server';
import {
  freePort,
  type HeldLine,
  heldLine,
  minio,
  natsAndMongo,
  type RunningApp,
  s3Client,
  type S3Server,
  type Servers,
  startApp,
} from '@sarafa/testing';
import type { Client } from 'minio';
import { mediaApp } from '../media.app.js';

const ADMIN = { username: 'Owner', password: 'a long password' };

/** Media with servers of its own, with users and auth beside it, and a connection to S3 that can be stopped. */
class MediaHarness {
  servers!: Servers;
  s3!: S3Server;
  line!: HeldLine;
  bus!: Bus;
  rpc!: RpcClient;
  parts!: Record<'users' | 'auth', RunningApp>;
  admin!: Actor;
  /** The admin's token. */
  token!: string;
  /** The environment of the replica that was started last. */
  appContext!: AppContext;
  /** The address of each running replica. */
  urls: string[] = [];
  private running: Running[] = [];
  private count = 0;

  async open(): Promise<void> {
    [this.servers, this.s3] = await Promise.all([natsAndMongo(), minio()]);
    this.line = await heldLine(this.s3.url);
    const env = { ...this.servers.env, ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password };
    this.parts = { users: await startApp('users', { env }), auth: await startApp('auth', { env }) };
    this.bus = await Bus.connect(this.servers.nats.url, 'spec');
    this.rpc = new RpcClient(this.bus);
    const { userId, token } = await this.signIn(ADMIN);
    this.admin = { role: 'admin', id: userId };
    this.token = token;
  }

  async close(): Promise<void> {
    this.line.close();
    await this.bus.close();
    await Promise.all(Object.values(this.parts).map((part) => part.stop('SIGKILL')));
    await Promise.all([this.servers.remove(), this.s3.remove()]);
  }

  /** Starts `replicas` replicas in place of the running ones. A new replica sweeps at once. */
  async start(env: Record<string, string> = {}, replicas = 1): Promise<void> {
    await this.stop();
    const { accessKey, secretKey } = this.s3;
    const files = { S3_ENDPOINT: this.line.url, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
    for (let replica = 0; replica < replicas; replica++) {
      const MEDIA_PORT = String(await freePort());
      const config = mediaApp.config.parse({ ...this.servers.env, ...files, MEDIA_PORT, ...env });
      this.appContext = newAppContext();
      this.running.push(await mediaApp.start(config, this.appContext));
      this.urls.push(`http://127.0.0.1:${MEDIA_PORT}`);
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.splice(0).map((app) => app.close()));
    this.urls = [];
  }

  /** A client with an operator's rights on the stored files. */
  storage(): Client {
    return s3Client(this.s3);
  }

  /** The value of a removals metric for the label `what`. */
  async removals(name: string, what: string): Promise<number | undefined> {
    const lines = (await this.appContext.metrics.registry.metrics()).split('\n');
    const line = lines.find((text) => text.startsWith(`sarafa_removals_${name}{what="${what}"}`));
    return line === undefined ? undefined : Number(line.split(' ')[1]);
  }

  /** Makes a shop, and answers its id and sign-in. */
  async createShop(): Promise<{ id: string; username: string; password: string }> {
    const fields = { username: `shop.${++this.count}`, password: 'a long password' };
    const id = newId();
    await this.rpc.call(users.createShop, { id, fields }, this.admin);
    return { id, ...fields };
  }

  signIn({ username, password }: { username: string; password: string }) {
    return this.rpc.call(auth.signIn, { username, password, address: '192.0.2.1' }, { role: 'public' });
  }
}

/** Sets up the servers for a file of specs, and starts one replica with `env` before each spec. */
export function mediaHarness(env: Record<string, string> = {}): MediaHarness {
  const w = new MediaHarness();
  beforeAll(() => w.open());
  afterAll(() => w.close());
  beforeEach(() => w.start(env));
  afterEach(async () => {
    w.line.letGo();
    await w.stop();
  });
  return w;
}

export function newId(): string {
  return randomBytes(12).toString('hex');
}
