// Many boards in one process, each with a stream of its own that is read just enough to count its prices.
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile, until, usage } from '@sarafa/testing';

const OPEN_AT_ONCE = 50;

/**
 * Sends a quote that differs from the one of the round before. The quote's time is slightly ahead of the clock, as far as is
 * allowed. So no rate becomes late between two rounds, which would be sent as a change.
 */
export function setQuote(feed, round) {
  const at = new Date(Date.now() + 30_000);
  feed.set({ gold: (467_600 + round * 13.7).toFixed(2), silver: (6_940 + round).toFixed(2), at });
}

export class BoardsClient {
  arrivals = [];
  counts = [];
  requests = [];

  async open(urls) {
    this.counts = new Array(urls.length).fill(0);
    for (let start = 0; start < urls.length; start += OPEN_AT_ONCE) {
      await Promise.all(urls.slice(start, start + OPEN_AT_ONCE).map((url, offset) => this.openOne(url, start + offset)));
    }
  }

  openOne(url, index) {
    return new Promise((resolve, reject) => {
      const request = get(url, { agent: false }, (response) => {
        response.setEncoding('latin1').on('data', (text) => {
          const events = text.split('event: prices').length - 1;
          if (events === 0) return;
          this.counts[index] += events;
          this.arrivals.push(performance.now());
          resolve(undefined);
        });
      });
      request.once('error', reject);
      this.requests.push(request);
    });
  }

  /** Starts the clock for the fan-out, unless it runs already. */
  begin(pid) {
    this.started ??= { at: performance.now(), cpu: usage(pid).cpuS };
  }

  /** Starts one fan-out and waits until every board has received it. */
  async round(pid, start) {
    this.counts.fill(0);
    this.arrivals = [];
    this.started = undefined;
    await start();
    await until(() => this.started && this.counts.every((count) => count > 0), 20_000).catch(() => {});
    // An event that is sent twice would arrive in this time.
    await sleep(300);
    const { at, cpu } = this.started;
    const late = this.arrivals.map((arrival) => arrival - at);
    const wrong = this.counts.filter((count) => count !== 1).length;
    return { p99: quantile(late, 0.99), last: Math.max(...late), cpu: usage(pid).cpuS - cpu, wrong };
  }

  close() {
    for (const request of this.requests) request.on('error', () => {}).destroy();
  }
}
