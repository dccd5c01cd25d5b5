// Two replicas of each part as processes, each connected to real servers by connections of its own.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  database,
  freePort,
  MarketFeed,
  minio,
  mongod,
  natsServer,
  productEnv,
  setUpdateInterval,
  startApp,
  until,
} from '@sarafa/testing';
import { line } from './line.mjs';

const WRONG_CLOCK = fileURLToPath(new URL('wrong-clock.mjs', import.meta.url));
const REPLICAS = [0, 1];
/** Gateways come last, because they are asked at once. */
export const PARTS = ['users', 'auth', 'pricing', 'settings', 'media', 'gateway'];
export const ADMIN = { username: 'admin', password: 'a password of the bench' };
export const UPDATE_INTERVAL_MS = 2_000;
/** Enough for the product's state; a fault fills the rest. */
const NATS_DISK = 48 * 1024 * 1024;

export class Cluster {
  parts = [];
  cleanups = [];

  async start() {
    this.dir = await mkdtemp(join(tmpdir(), 'sarafa-faults-'));
    this.cleanups.push(() => rm(this.dir, { recursive: true, force: true }));
    [this.nats, this.mongo, this.s3, this.feed] = await Promise.all([natsServer(), mongod(), minio(), MarketFeed.start()]);
    this.cleanups.push(this.nats.remove, this.mongo.remove, this.s3.remove, () => this.feed.close());
    this.natsConfig = join(this.dir, 'nats.conf');
    await writeFile(this.natsConfig, `jetstream { max_file_store: ${NATS_DISK} }\n`);
    await this.nats.stop();
    await this.startNats();
    this.db = await database(this.mongo.url);
    this.cleanups.push(() => this.db.close());
    await setUpdateInterval(this.db, UPDATE_INTERVAL_MS);
    const mediaPorts = await Promise.all(REPLICAS.map(freePort));
    for (const name of PARTS) {
      await Promise.all(REPLICAS.map((index) => this.startPart(name, index, mediaPorts[index])));
    }
    this.gateways = this.parts.filter(({ name }) => name === 'gateway').map(({ app }) => app);
  }

  startNats() {
    return this.nats.start(['-c', this.natsConfig]);
  }

  async end() {
    for (const cleanup of this.cleanups.reverse()) await Promise.resolve(cleanup()).catch(() => undefined);
  }

  async startPart(name, index, mediaPort) {
    const { nats, mongo, s3, feed } = this;
    const lines = { nats: await line(nats.port), mongo: await line(mongo.port), s3: await line(s3.port) };
    const mediaLine = name === 'gateway' ? await line(mediaPort) : undefined;
    if (mediaLine) lines.media = mediaLine;
    for (const one of Object.values(lines)) this.cleanups.push(() => one.close());
    const through = (url, { port }) => Object.assign(new URL(url), { port: String(port) }).href.replace(/\/$/, '');
    const clock = join(this.dir, `clock-${name}-${index}`);
    const env = {
      ...productEnv({
        nats: through(nats.url, lines.nats),
        mongo: through(mongo.url, lines.mongo),
        s3: { ...s3, url: through(s3.url, lines.s3), accessKey: s3.accessKey, secretKey: s3.secretKey },
        feed,
      }),
      ...{ MARKET_SOURCES: 'metals-dev', METALS_DEV_URL: feed.urls.metalsDev, METALS_DEV_KEY: feed.keys.metalsDev },
      ...{ ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password, PUBLIC_RATE_LIMIT_PER_MINUTE: '1000000' },
      ...{ MEDIA_PORT: String(mediaPort), MEDIA_URL: `http://127.0.0.1:${mediaLine?.port ?? mediaPort}` },
      // Short grace periods, so that leftovers are removed during the run.
      ...{
        SWEEP_MS: '1000',
        AD_GRACE_MS: '4000',
        LOGO_GRACE_MS: '4000',
        ORPHAN_GRACE_MS: '4000',
        REMOVE_ANYWAY_UNTIL: '2099-01-01T00:00:00Z',
        UPLOAD_LEASE_MS: '5000',
      },
      ...{ STREAMS_PER_ADDRESS: '100000', CLOCK_FILE: clock, LOG_LEVEL: 'warn' },
    };
    const app = await startApp(name, { env, nodeArgs: ['--import', WRONG_CLOCK] });
    this.cleanups.push(() => app.stop('SIGKILL'));
    this.parts.push({ name, index, label: `${name}-${index}`, app, lines, clock });
  }

  /** Waits until every part is ready. */
  async ready(timeoutMs) {
    const waiting = new Set(this.parts);
    await until(
      async () => {
        await Promise.all(
          [...waiting].map(async (part) => {
            const answer = await fetch(`${part.app.metricsUrl}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(
              () => undefined,
            );
            if (answer?.ok) waiting.delete(part);
          }),
        );
        return waiting.size === 0;
      },
      timeoutMs,
      200,
    ).catch(() => undefined);
    return [...waiting].map(({ label }) => label);
  }
}
