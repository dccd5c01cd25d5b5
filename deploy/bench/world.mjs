// The built product as a process of its own, over real servers of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { freePort, MarketFeed, mongod, natsServer, startProduct } from '@sarafa/testing';
import mongoose from 'mongoose';

/** Short, so that a new quote needn't wait; a rate is late after one and a half, which a round of quotes must not reach. */
const UPDATE_INTERVAL_MS = 1_500;

export async function world() {
  const cleanups = [];
  const end = async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  };
  try {
    const [nats, mongo, feed] = await Promise.all([natsServer(), mongod(), MarketFeed.start()]);
    cleanups.push(
      () => nats.remove(),
      () => mongo.remove(),
      () => feed.close(),
    );
    const { connection } = await mongoose.connect(mongo.url);
    cleanups.push(() => mongoose.disconnect());
    await connection
      .collection('price_settings')
      .insertOne({ _id: 'market', update_interval_ms: UPDATE_INTERVAL_MS, dynamic_price_interval: 5, rev: 1 });
    feed.set({ gold: '467500.00', silver: '6938.00', at: new Date(Date.now() - 1000) });
    // One question for both metals: a quote can't come in two halves.
    const source = { MARKET_SOURCES: 'metals-dev', METALS_DEV_URL: feed.urls.metalsDev, METALS_DEV_KEY: feed.keys.metalsDev };
    const env = {
      ...source,
      DEMO_SHOP: 'true',
      MARKET_HOURS: 'always',
      MARKET_STALE_AFTER_MS: '86400000',
      PUBLIC_RATE_LIMIT_PER_MINUTE: '100000000',
    };
    const product = await startProduct({ nats, mongo, feed, env });
    cleanups.push(() => product.stop('SIGKILL'));
    return { nats, feed, product, db: connection, end, yardstick: (file, env) => yardstick(file, env, cleanups) };
  } catch (error) {
    await end();
    throw error;
  }
}

/** A bare server in a process of its own. */
async function yardstick(file, env, cleanups) {
  const port = await freePort();
  const child = fork(new URL(file, import.meta.url), { env: { ...process.env, ...env, PORT: String(port) } });
  cleanups.push(() => child.kill('SIGKILL'));
  await once(child, 'message');
  return { child, url: `http://127.0.0.1:${port}` };
}
