// Clients that notice a failure: boards with their streams, a shop that writes, and somebody who reads.
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, page } from './requests.mjs';

/** One second, doubling to five, and up to half of it more at random. A board waits for half to the whole of such a time. */
const RETRY_MS = [1_000, 2_000, 4_000, 5_000];
/** A heartbeat comes every 15 s, so two are missing after this time. */
const SILENCE_MS = 40_000;
const ASK_EVERY_MS = 250;

/** A board: it holds a stream open and shows the last rates that it got. */
export class Board {
  shown = {};
  isOpen = false;
  /** Whether rates have come on this stream. */
  isConfirmed = false;
  /** For each time that the stream ended, the milliseconds without confirmed rates. */
  gaps = [];
  tries = 0;
  isClosed = false;

  constructor(url, id) {
    this.url = `${url}/boards/${id}/events`;
    this.connect();
  }

  connect() {
    if (this.isClosed) return;
    this.request = get(this.url, { agent: false, headers: { accept: 'text/event-stream' } }, (response) => {
      if (response.statusCode !== 200) return void response.resume().once('close', () => this.again());
      this.isOpen = true;
      this.isConfirmed = false;
      this.tries = 0;
      let rest = '';
      response.setEncoding('utf8').on('data', (text) => {
        const frames = (rest + text).split('\n\n');
        rest = frames.pop();
        for (const frame of frames) this.hear(frame);
      });
      response.once('error', () => {}).once('close', () => this.again());
    });
    this.request.setTimeout(SILENCE_MS, () => this.request.destroy()).on('error', () => this.isOpen || this.again());
  }

  hear(frame) {
    const event = /^event: ?(.*)$/m.exec(frame)?.[1];
    const data = /^data: ?(.*)$/m.exec(frame)?.[1];
    if (event && data) this.shown[event] = JSON.parse(data);
    if (event !== 'prices') return;
    this.isConfirmed = true;
    if (this.closedAt) this.gaps.push(Date.now() - this.closedAt);
    this.closedAt = undefined;
  }

  again() {
    this.isOpen = false;
    this.closedAt ??= Date.now();
    if (this.isClosed || this.timer) return;
    const pause = RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)] * (1 + Math.random() / 2);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.connect();
    }, pause);
  }

  /** Whether a customer sees confirmed rates that are no older than allowed. */
  get isLive() {
    return this.isOpen && this.isConfirmed && this.shown.prices?.state === 'live';
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.request.destroy();
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

  constructor(url, token, rows, failures) {
    this.url = url;
    this.token = token;
    this.rows = rows;
    this.failures = failures;
    this.run = this.write();
  }

  async write() {
    while (!this.isStopped) {
      const row = this.rows[this.count % this.rows.length];
      const price = String(1_000 + this.count++);
      this.attempted.set(row, price);
      const body = { price };
      const path = `${this.url}/user/custom-tables/${row}/price`;
      const answer = await this.failures.count('write', () => ask(path, { method: 'PUT', token: this.token, body }));
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
      prices: `${url}/prices/user/${id}`,
      page: `${url}/public-view/${id}`,
      me: `${url}/auth/me`,
      file: url + file,
    };
    this.runs = Object.entries(reads).map(async ([what, address]) => {
      while (!this.isStopped) {
        await failures.count(what, () => (what === 'me' ? ask(address, { token }) : page(address)));
        await sleep(ASK_EVERY_MS);
      }
    });
  }

  async stop() {
    this.isStopped = true;
    await Promise.all(this.runs);
  }
}
