// The built apps, each in a process of its own as in a cluster, with servers of their own, so that the gateway can be measured
// alone.
import { fork } from 'node:child_process';
import { once } from 'node:events';
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
} from '@sarafa/testing';

/**
 * Short, so that a new quote needn't wait. A rate is late after one and a half intervals, so a round of quotes has to be
 * shorter.
 */
const UPDATE_INTERVAL_MS = 1_500;

/** The first admin of this product. */
export const ADMIN = { username: 'admin', password: 'a password of the bench' };

/** `withFiles` adds media and MinIO. */
export async function harness({ withFiles = false } = {}) {
  const cleanups = [];
  const end = async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  };
  try {
    const [nats, mongo, feed, s3] = await Promise.all([
      natsServer(),
      mongod(),
      MarketFeed.start(),
      withFiles ? minio() : undefined,
    ]);
    cleanups.push(
      () => nats.remove(),
      () => mongo.remove(),
      () => feed.close(),
      () => s3?.remove(),
    );
    const db = await database(mongo.url);
    cleanups.push(() => db.close());
    await setUpdateInterval(db, UPDATE_INTERVAL_MS);
    feed.set({ gold: '467500.00', silver: '6938.00', at: new Date(Date.now() - 1000) });
    const mediaPort = String(await freePort());
    const env = {
      // A source that answers both metals in one request, so that no quote comes in two halves.
      MARKET_SOURCES: 'metals-dev',
      MEDIA_PORT: mediaPort,
      MEDIA_URL: `http://127.0.0.1:${mediaPort}`,
      DEMO_SHOP: 'true',
      ADMIN_PASSWORD: ADMIN.password,
      MARKET_STALE_AFTER_MS: '86400000',
      PUBLIC_RATE_LIMIT_PER_MINUTE: '100000000',
      STREAMS_PER_ADDRESS: '100000',
    };
    const start = async (name) => {
      const app = await startApp(name, { env: { ...productEnv({ nats, mongo, feed, s3 }), ...env } });
      cleanups.push(() => app.stop('SIGKILL'));
      return app;
    };
    // Started before the gateway, which will be asked for shops at once.
    const [users, , , settings] = await Promise.all(['users', 'auth', 'pricing', 'settings'].map(start));
    const media = withFiles ? await start('media') : undefined;
    const gateway = await start('gateway');
    return {
      ...{ nats, feed, s3, media, gateway, users, settings, db },
      /** Starts another replica of a service. */
      start,
      end,
      yardstick: (file, env) => yardstick(file, env, cleanups),
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Starts a bare server in a process of its own. */
async function yardstick(file, env, cleanups) {
  const port = await freePort();
  const child = fork(new URL(file, import.meta.url), { env: { ...process.env, ...env, PORT: String(port) } });
  cleanups.push(() => child.kill('SIGKILL'));
  await once(child, 'message');
  return { child, url: `http://127.0.0.1:${port}` };
}
