// Clients that notice a failure: boards with their streams, a shop that writes, and somebody who reads.
import { setTimeout as sleep } from 'node:timers/promises';
import { LastingStream } from '@sarafa/testing';
import { asking, page } from './requests.mjs';

/** One second, doubling to five, and up to half of it more at random. A board waits for half to the whole of such a time. */
const RETRY_MS = [1_000, 2_000, 4_000, 5_000];
/** A heartbeat comes every 15 s, so two are missing after this time. */
const SILENCE_MS = 40_000;
const ASK_EVERY_MS = 250;

/** A board: it holds a stream open and shows the last rates that it got. */
export class Board {
  shown = {};
  /** Whether rates have come on this stream. */
  isConfirmed = false;
  /** For each time that the stream ended, the milliseconds without confirmed rates. */
  gaps = [];

  constructor(url, id) {
    this.stream = new LastingStream(`${url}/boards/${id}/events`, {
      delayMs: (failures) => RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] * (1 + Math.random() / 2),
      ...{ firstEventMs: SILENCE_MS, silenceMs: SILENCE_MS },
      onEvent: (event, data) => this.hear(event, data),
      onEnd: () => {
        this.isConfirmed = false;
        this.closedAt ??= Date.now();
      },
    });
  }

  hear(event, data) {
    this.shown[event] = JSON.parse(data);
    if (event !== 'prices') return;
    this.isConfirmed = true;
    if (this.closedAt) this.gaps.push(Date.now() - this.closedAt);
    this.closedAt = undefined;
  }

  /** Whether a customer sees confirmed rates that are no older than allowed. */
  get isLive() {
    return this.isConfirmed && this.shown.prices?.state === 'live';
  }

  close() {
    this.stream.close();
  }
}

/** Everything that failed, with its time. */
export class Failures {
  list = [];
  asked = 0;

  async count(what, work) {
    this.asked++;
    const at = Date.now();
    try {
      const answer = await work();
      if (answer.status < 300) return answer;
      this.list.push({ what, at, until: Date.now(), why: `${answer.status} ${answer.body?.code ?? ''}` });
    } catch (error) {
      this.list.push({ what, at, until: Date.now(), why: error.cause?.code ?? error.name });
    }
    return undefined;
  }

  /** The failures outside of `windows`, the times without a server of which there is only one. */
  outside(windows) {
    return this.list.filter(({ at, until }) => !windows.some(({ from, to }) => until >= from && at <= to));
  }
}

/** A shop that writes one price a second, to one row after the other, and remembers the acknowledged prices. */
export class Writer {
  acknowledged = new Map();
  attempted = new Map();
  count = 0;

  constructor(shop, rows, failures) {
    this.shop = shop;
    this.rows = rows;
    this.failures = failures;
    this.run = this.write();
  }

  async write() {
    while (!this.isStopped) {
      const row = this.rows[this.count % this.rows.length];
      const price = String(1_000 + this.count++);
      this.attempted.set(row, price);
      const path = `/user/custom-tables/${row}/price`;
      const answer = await this.failures.count('write', () => this.shop.call('put', path, { price }));
      if (answer) this.acknowledged.set(row, price);
      await sleep(1_000);
    }
  }

  async stop() {
    this.isStopped = true;
    await this.run;
  }

  /**
   * The rows that have lost an acknowledged price: the stored price is neither the last acknowledged one nor one of those
   * without an answer that followed.
   */
  lost(tables) {
    const now = new Map(tables.map(({ _id, id, price }) => [_id ?? id, String(price)]));
    return [...this.acknowledged].filter(
      ([row, price]) => ![Number(price), Number(this.attempted.get(row))].includes(Number(now.get(row))),
    );
  }
}

/** Somebody who reads a board and its ad, and somebody signed in; four times a second each. */
export class Reader {
  constructor(url, { id, token, file }, failures) {
    const reads = {
      prices: () => asking(url).call('get', `/prices/user/${id}`),
      page: () => page(`${url}/public-view/${id}`),
      me: () => asking(url, token).call('get', '/auth/me'),
      file: () => page(url + file),
    };
    this.runs = Object.entries(reads).map(async ([what, read]) => {
      while (!this.isStopped) {
        await failures.count(what, read);
        await sleep(ASK_EVERY_MS);
      }
    });
  }

  async stop() {
    this.isStopped = true;
    await Promise.all(this.runs);
  }
}
