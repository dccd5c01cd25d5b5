// Sends one quote to many open boards, each shop with margins of its own, and compares this with node:http writing prepared
// buffers.
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@sarafa/testing';
import { connect } from '@nats-io/transport-node';
import { median, quantile, usage } from './measure.mjs';
import { poll } from './poll.mjs';
import { benchRows, benchShops } from './shops.mjs';
import { harness } from './world.mjs';

const OPEN_AT_ONCE = 50;
/** Rounds until V8 has compiled the hot path on both sides. */
const WARM_UP = 4;

const DAY_MS = 86_400_000;

/** With `own` every shop has rows of its own. */
export async function benchFanout(streams, quotes, own = false) {
  const w = await harness();
  const bus = await connect({ servers: new URL(w.nats.url).host });
  try {
    const ids = await benchShops(w.db, streams);
    if (own) await benchRows(w.db, ids);
    // The first quote becomes one of yesterday, so that each row comes with the prices of its day.
    await w.db.collection('quotes').updateOne({ seq: 1 }, { $set: { accepted_at: new Date(Date.now() - DAY_MS) } });
    const client = new Client();
    const before = usage(w.gateway.pid).rssMiB;
    await client.open(ids.map((id) => `${w.gateway.url}/boards/${id}/events`));
    await sleep(1_000);
    const perStream = ((usage(w.gateway.pid).rssMiB - before) * 1024) / streams;

    const ours = [];
    const polled = [];
    // This process gets the quote at the same moment as the gateway, so the gateway's time begins here.
    const heard = bus.subscribe('$KV.market.held.1', { callback: () => client.begin(w.gateway.pid) });
    for (let round = 0; round < WARM_UP + quotes; round++) {
      // Polls take processor time themselves, so a round either has polls or measures processor time.
      const polls = round % 2 ? poll(`${w.gateway.url}/prices/user/${ids[0]}`) : undefined;
      const found = await client.round(w.gateway.pid, () => setQuote(w.feed, round));
      if (polls) polled.push(quantile(await polls.stop(), 0.99));
      else if (round >= WARM_UP) ours.push(found);
    }
    const sample = await (await fetch(`${w.gateway.url}/prices/user/${ids[0]}`)).text();
    client.close();
    heard.unsubscribe();

    const bare = await bench(w, bus, streams, quotes, sample);
    const of = (rounds, key) => median(rounds.map((round) => round[key]));
    const p99 = of(ours, 'p99');
    const bareP99 = of(bare, 'p99');
    console.log(
      `one quote to ${streams} boards with ${Math.min(streams, 500)} margins${own ? ' and rows of their own' : ''}: the last after ${of(ours, 'last').toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${(p99 / bareP99).toFixed(2)} x bare node:http (${bareP99.toFixed(0)} ms); ` +
        `CPU ${(of(ours, 'cpu') / of(bare, 'cpu')).toFixed(2)} x; polls meanwhile p99 ${median(polled).toFixed(1)} ms; ` +
        `${perStream.toFixed(1)} KiB a stream; missed or doubled ${ours.reduce((sum, { wrong }) => sum + wrong, 0)}`,
    );
  } finally {
    await bus.close();
    await w.end();
  }
}

async function bench(w, bus, streams, quotes, sample) {
  const { child, url } = await w.yardstick('bare-fanout.mjs', { NATS_HOST: new URL(w.nats.url).host });
  const client = new Client();
  bus.subscribe('$KV.market.held.1', { callback: () => client.begin(child.pid) });
  await client.open(Array.from({ length: streams }, (_, index) => `${url}/${index}`));
  const rounds = [];
  for (let round = 0; round < WARM_UP + quotes; round++) {
    const prepared = new Promise((resolve) => child.once('message', resolve));
    child.send({ prepare: sample.replace(/"sell":\d+/, `"sell":"24K"`) });
    await prepared;
    const found = await client.round(child.pid, () => setQuote(w.feed, WARM_UP + quotes + round));
    if (round >= WARM_UP) rounds.push(found);
  }
  client.close();
  return rounds;
}

/**
 * Sends a quote that differs from the one of the round before. The quote's time is slightly ahead of the clock, as far as is allowed. So no rate becomes late between two rounds, which
 * would be sent as a change.
 */
export function setQuote(feed, round) {
  const at = new Date(Date.now() + 30_000);
  feed.set({ gold: (467_600 + round * 13.7).toFixed(2), silver: (6_940 + round).toFixed(2), at });
}

/** Many boards in one process. */
export class Client {
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
          resolve();
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
    start();
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
