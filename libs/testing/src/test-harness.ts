import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PartName } from '@sarafa/contracts';
import { minio, mongod, natsServer, type S3Server, type Server } from './backing.js';
import { MarketFeed } from './market-feed/market-feed.js';
import { freePort } from './ports.js';
import { productEnv, type RunningApp, startApp } from './product.js';
import { type Database, database, setUpdateInterval } from './shops.js';

/** The first admin of each product that a harness starts. */
export const ADMIN = { username: 'admin', password: 'a password of the specs' };

/** The parts of the product, in the order in which it starts them. The gateway comes last, because it is asked at once. */
export const PARTS: readonly PartName[] = ['users', 'auth', 'pricing', 'media', 'settings', 'gateway'];

export interface HarnessServers {
  /** Starts another NATS than usual; `dir` is the harness's folder. */
  readonly startNats?: ((dir: string) => Promise<Server>) | undefined;
  /** Starts another MongoDB than usual. */
  readonly startMongo?: () => Promise<Server>;
  /** With the server for files. */
  readonly withFiles?: boolean;
  /** How often the market is asked: more often than an admin may set. */
  readonly updateIntervalMs?: number;
}

/**
 * Servers of its own, and on them the product: in one process, or its parts in processes of their own. `end` ends all of it, also
 * when something in the middle didn't start.
 */
export class TestHarness {
  nats!: Server;
  mongo!: Server;
  /** Only with files. */
  s3!: S3Server;
  feed!: MarketFeed;
  db!: Database;
  /** A folder for this harness alone. */
  dir!: string;
  private mediaPort!: string;
  private readonly ends: (() => unknown)[] = [];

  /** Starts the servers. When one of them can't be started, the others are ended. */
  async open(servers: HarnessServers = {}): Promise<void> {
    const { startNats = () => natsServer(), startMongo = () => mongod(), withFiles = false, updateIntervalMs } = servers;
    try {
      this.dir = await this.started(mkdtemp(join(tmpdir(), 'sarafa-test-')), (dir) =>
        rm(dir, { recursive: true, force: true }),
      );
      const remove = (server: Server) => server.remove();
      [this.nats, this.mongo, this.feed] = await Promise.all([
        this.started(startNats(this.dir), remove),
        this.started(startMongo(), remove),
        this.started(MarketFeed.start(), (feed) => feed.close()),
        withFiles && this.started(minio(), remove).then((s3) => (this.s3 = s3)),
      ]);
      this.db = await this.started(database(this.mongo.url), (db) => db.close());
      if (updateIntervalMs !== undefined) await setUpdateInterval(this.db, updateIntervalMs);
      this.mediaPort = String(await freePort());
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** The environment of the product on these servers. */
  get env(): Record<string, string> {
    return {
      ...productEnv(this),
      ...{ ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password },
      // Specs change more in a minute than a person does.
      CHANGES_PER_MINUTE: '1000000',
      ...{ MEDIA_PORT: this.mediaPort, MEDIA_URL: `http://127.0.0.1:${this.mediaPort}` },
    };
  }

  /**
   * Starts one part, or another replica of it; `standalone` is the whole product in one process. `nodeArgs` are for Node itself.
   */
  startPart(name: PartName | 'standalone', env: Record<string, string> = {}, nodeArgs: string[] = []): Promise<RunningApp> {
    return this.started(startApp(name, { env: { ...this.env, ...env }, nodeArgs }), (app) => app.stop('SIGKILL'));
  }

  /** What is to be done at the end, before everything that was started earlier is ended. */
  atEnd(end: () => unknown): void {
    this.ends.push(end);
  }

  /** Ends what `starting` brings, even if that comes when the end has begun because something else has failed. */
  started<T>(starting: Promise<T>, end: (started: T) => unknown): Promise<T> {
    this.atEnd(async () => {
      const [result] = await Promise.allSettled([starting]);
      if (result.status === 'fulfilled') await end(result.value);
    });
    return starting;
  }

  /** Ends everything, the latest first; what doesn't end leaves nothing else behind. */
  async end(): Promise<void> {
    const failures: unknown[] = [];
    for (const end of this.ends.splice(0).reverse()) {
      await Promise.resolve()
        .then(end)
        .catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, `Not ended: ${failures.join(', ')}`);
  }
}
