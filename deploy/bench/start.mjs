// How long the whole product takes until it is ready, as `npm start` starts it, with servers that run and have its data.
// Compared with a bare process that loads the same drivers and connects.
import { median, startApp, TestHarness } from '@sarafa/testing';
import { BUNDLED, build } from '../local/build.mjs';
import { Progress } from '../local/progress.mjs';
import { timed } from './measure.mjs';

const BARE = new URL('./bare-start.mjs', import.meta.url).pathname;

export async function benchStart(runs) {
  await build(new Progress(), { bundled: true });
  const w = new TestHarness();
  try {
    await w.open({ withFiles: true });
    w.feed.set({ gold: '467500.00', silver: '6938.00', at: new Date(Date.now() - 1000) });
    await measure({ ...w.env, DEMO_SHOP: 'true' }, runs);
  } finally {
    await w.end();
  }
}

async function measure(env, runs) {
  const started = async (path) => {
    let app;
    const took = await timed(async () => {
      app = await startApp('standalone', { env, program: { path, cwd: process.cwd() } });
    });
    await app.stop();
    return took;
  };
  const first = await started(BUNDLED);
  await started(BARE);
  const found = [];
  for (let run = 0; run < runs; run++) found.push([await started(BUNDLED), await started(BARE)]);
  const [ours, bare] = [0, 1].map((side) => median(found.map((pair) => pair[side])));
  console.log(
    `the product is ready after ${ours.toFixed(0)} ms, ${(ours / bare).toFixed(2)} x a bare process with the same drivers ` +
      `(${bare.toFixed(0)} ms); its very first start took ${first.toFixed(0)} ms`,
  );
}
