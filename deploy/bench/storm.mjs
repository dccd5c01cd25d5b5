// A gateway dies with all its boards, and starts again. Every board comes back by itself, at the pace of the board's own
// reconnects, while others poll.
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@sarafa/testing';
import { quantile, usage } from './measure.mjs';
import { poll } from './poll.mjs';
import { benchShops } from './shops.mjs';
import { harness } from './world.mjs';

/** As `apps/web/src/features/board/back-off.ts`. */
const reconnectDelay = (failures) => Math.min(5_000, 1_000 * 2 ** failures) * (0.5 + Math.random() / 2);
/** A board that hears nothing for this long counts its attempt as failed. */
const FIRST_EVENT_MS = 8_000;
const OPEN_AT_ONCE = 50;
const GIVE_UP_MS = 120_000;

export async function benchStorm(streams) {
  const w = await harness();
  try {
    const ids = await benchShops(w.db, streams);
    const boards = ids.map((id) => new Board(`${w.gateway.url}/boards/${id}/events`));
    for (let start = 0; start < boards.length; start += OPEN_AT_ONCE) {
      const some = boards.slice(start, start + OPEN_AT_ONCE);
      some.forEach((board) => board.open());
      await until(() => some.every((board) => board.isLive), 30_000);
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
    boards.forEach((board) => board.close());
    await sleep(100);
  } finally {
    await w.end();
  }
}

const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;

/** The stream of one board, which reconnects as the board's page does. */
class Board {
  isLive = false;
  liveAt = 0;
  #url;
  #failures = 0;
  #request;
  #timer;
  #isClosed = false;

  constructor(url) {
    this.#url = url;
  }

  open() {
    const request = get(this.#url, { agent: false }, (response) => {
      if (response.statusCode !== 200) return request.destroy();
      response.setEncoding('latin1').on('data', (text) => {
        if (!this.isLive && text.includes('event: prices')) {
          clearTimeout(this.#timer);
          Object.assign(this, { isLive: true, liveAt: performance.now() });
          this.#failures = 0;
        }
      });
      response.once('error', () => {});
    });
    this.#request = request;
    this.#timer = setTimeout(() => request.destroy(), FIRST_EVENT_MS);
    request.once('error', () => {});
    request.once('close', () => this.#again());
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#request.destroy();
  }

  #again() {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.isLive = false;
    this.#timer = setTimeout(() => this.open(), reconnectDelay(this.#failures++));
  }
}
