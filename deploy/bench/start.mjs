// How long the whole product takes until it is ready, as `npm start` starts it, with servers that run and have its data.
// Compared with a bare process that loads the same drivers and connects.
import { MarketFeed, minio, mongod, natsServer, productEnv, startApp } from '@sarafa/testing';
import { BUNDLED, makeBundle } from '../local/start-bundle.mjs';
import { median } from './measure.mjs';

const BARE = new URL('./bare-start.mjs', import.meta.url).pathname;

export async function benchStart(runs) {
  await makeBundle();
  const [nats, mongo, s3, feed] = await Promise.all([natsServer(), mongod(), minio(), MarketFeed.start()]);
  try {
    feed.set({ gold: '467500.00', silver: '6938.00', at: new Date(Date.now() - 1000) });
    const timed = async (path) => {
      const env = { ...productEnv({ nats, mongo, s3, feed }), DEMO_SHOP: 'true' };
      const startedAt = performance.now();
      const app = await startApp('standalone', { env, program: { path, cwd: process.cwd() } });
      const took = performance.now() - startedAt;
      await app.stop();
      return took;
    };
    const first = await timed(BUNDLED);
    await timed(BARE);
    const found = [];
    for (let run = 0; run < runs; run++) found.push([await timed(BUNDLED), await timed(BARE)]);
    const [ours, bare] = [0, 1].map((side) => median(found.map((pair) => pair[side])));
    console.log(
      `the product is ready after ${ours.toFixed(0)} ms, ${(ours / bare).toFixed(2)} x a bare process with the same drivers ` +
        `(${bare.toFixed(0)} ms); its very first start took ${first.toFixed(0)} ms`,
    );
  } finally {
    for (const server of [nats, mongo, s3, feed]) await (server.remove?.() ?? server.close());
  }
}
