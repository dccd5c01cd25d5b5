// A gateway dies with all its boards, and starts again. Every board comes back by itself, at the pace of the board's own
// reconnects, while others poll.
import { setTimeout as sleep } from 'node:timers/promises';
import { LastingStream, quantile, until, usage } from '@sarafa/testing';
import { poll } from './measure.mjs';
import { benchShops } from './shops.mjs';

/** As a board's page has it: `apps/web/src/features/board/feed/back-off.ts`. */
const STREAM = {
  delayMs: (failures) => Math.min(5_000, 1_000 * 2 ** failures) * (0.5 + Math.random() / 2),
  firstEventMs: 8_000,
  silenceMs: 35_000,
};
const OPEN_AT_ONCE = 50;
const GIVE_UP_MS = 120_000;

export async function benchStorm(w, streams) {
  const ids = await benchShops(w.db, streams);
  const boards = [];
  for (let start = 0; start < ids.length; start += OPEN_AT_ONCE) {
    const some = ids.slice(start, start + OPEN_AT_ONCE);
    boards.push(...some.map((id) => new Board(`${w.gateway.url}/boards/${id}/events`)));
    await until(() => boards.every((board) => board.isLive), 30_000);
  }
  await w.gateway.stop('SIGKILL');
  const diedAt = performance.now();
  await w.gateway.start();
  const readyAt = performance.now();
  const { cpuS: before } = usage(w.gateway.pid);
  const polls = poll(`${w.gateway.url}/prices/user/${ids[0]}`);
  await until(() => boards.every((board) => board.isLive), GIVE_UP_MS);
  const { cpuS, rssMiB } = usage(w.gateway.pid);
  const took = await polls.stop();
  const back = boards.map((board) => board.liveAt);
  console.log(
    `${streams} boards after their gateway's death: ready again after ${seconds(readyAt - diedAt)}; the last board live ` +
      `${seconds(Math.max(...back) - readyAt)} after that (half of them ${seconds(quantile(back, 0.5) - readyAt)}), none longer than ` +
      `${seconds(Math.max(...back) - diedAt)} without a stream; polls meanwhile p99 ${quantile(took, 0.99).toFixed(0)} ms; ` +
      `the gateway's CPU ${(cpuS - before).toFixed(1)} s, and ${rssMiB.toFixed(0)} MiB`,
  );
  boards.forEach(({ stream }) => stream.close());
  await sleep(100);
}

const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;

/** A board that is live again when its prices come. */
class Board {
  isLive = false;
  liveAt = 0;

  constructor(url) {
    this.stream = new LastingStream(url, {
      ...STREAM,
      onEvent: (event) => {
        if (this.isLive || event !== 'prices') return;
        this.isLive = true;
        this.liveAt = performance.now();
      },
      onEnd: () => (this.isLive = false),
    });
  }
}
