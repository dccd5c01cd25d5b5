import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import {
  type Database,
  database,
  freePort,
  MarketFeed,
  minio,
  mongod,
  natsServer,
  productEnv,
  type RunningApp,
  type S3Server,
  type Server,
  startApp,
  until,
} from '@sarafa/testing';
import { ADMIN } from './harness.js';

export const PARTS = ['users', 'auth', 'pricing', 'media', 'settings', 'gateway'] as const;

type PartName = (typeof PARTS)[number];

/** The servers that the parts need, and the parts in processes of their own, so that specs can stop them one by one. */
class PartsHarness {
  nats!: Server;
  mongo!: Server;
  s3!: S3Server;
  feed!: MarketFeed;
  db!: Database;
  /** A folder for this spec alone. */
  dir!: string;
  parts!: Record<PartName, RunningApp>;
  private mediaPort!: string;
  /** Called at the end, in reverse order. */
  private readonly cleanups: (() => unknown)[] = [];

  async open(startNats: (dir: string) => Promise<Server>): Promise<void> {
    this.dir = await mkdtemp(join(tmpdir(), 'sarafa-spec-'));
    this.cleanups.push(() => rm(this.dir, { recursive: true }));
    [this.nats, this.mongo, this.s3, this.feed] = await Promise.all([
      startNats(this.dir),
      mongod(),
      minio(),
      MarketFeed.start(),
    ]);
    this.cleanups.push(this.nats.remove, this.mongo.remove, this.s3.remove, () => this.feed.close());
    this.db = await database(this.mongo.url);
    this.cleanups.push(() => this.db.close());
    this.mediaPort = String(await freePort());
  }

  async close(): Promise<void> {
    for (const cleanup of this.cleanups.reverse()) await cleanup();
  }

  /** Starts one part, or another replica of it. `nodeArgs` are for Node itself. */
  async startPart(name: PartName, own: Record<string, string>, nodeArgs: string[] = []): Promise<RunningApp> {
    const first = { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password };
    const media = { MEDIA_PORT: this.mediaPort, MEDIA_URL: `http://127.0.0.1:${this.mediaPort}` };
    const app = await startApp(name, { env: { ...productEnv(this), ...first, ...media, ...own }, nodeArgs });
    this.cleanups.push(() => app.stop('SIGKILL'));
    return app;
  }

  /** Starts all parts, with `nodeArgs` and the environment that `envOf` answers for each. */
  async startParts(
    own: Record<string, string>,
    nodeArgs: Partial<Record<PartName, string[]>> = {},
    envOf: (part: PartName) => Record<string, string> = () => ({}),
  ): Promise<void> {
    const start = async (name: PartName) => [name, await this.startPart(name, { ...own, ...envOf(name) }, nodeArgs[name])];
    this.parts = Object.fromEntries(await Promise.all(PARTS.map(start))) as Record<PartName, RunningApp>;
  }

  /** Waits until all parts are ready: after a server's return each part reconnects at its own pace. */
  async allReady(): Promise<void> {
    const urls = Object.values(this.parts).map(({ metricsUrl }) => `${metricsUrl}/health/ready`);
    await until(async () => (await Promise.all(urls.map((url) => fetch(url)))).every(({ ok }) => ok));
  }
}

/** For all specs of a file. Its servers run before the file's own set-up; `startNats` starts another NATS than usual. */
export function partsHarness(startNats: (dir: string) => Promise<Server> = () => natsServer()): PartsHarness {
  const w = new PartsHarness();
  beforeAll(() => w.open(startNats));
  afterAll(() => w.close());
  return w;
}
