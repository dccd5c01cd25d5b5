// One quote to many open boards, every shop its own margins, against node:http writing ready buffers.
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@sarafa/testing';
import { connect } from '@nats-io/transport-node';
import { median, quantile, usage } from './measure.mjs';
import { world } from './world.mjs';

const OPEN_AT_ONCE = 50;

export async function benchFanout(streams, quotes) {
  const w = await world();
  const bus = await connect({ servers: new URL(w.nats.url).host });
  try {
    const ids = await shops(w.db, streams);
    const client = new Client();
    const before = usage(w.product.pid).rssMiB;
    await client.open(ids.map((id) => `${w.product.url}/boards/${id}/events`));
    await sleep(1_000);
    const perStream = ((usage(w.product.pid).rssMiB - before) * 1024) / streams;

    // Heard by this process as by the gateway: from here on it is the gateway's time.
    let heardAt = 0;
    bus.subscribe('$KV.market.held.1', { callback: () => (heardAt ||= performance.now()) });
    const ours = [];
    for (let round = 0; round < quotes; round++) {
      heardAt = 0;
      const polls = poll(`${w.product.url}/prices/user/${ids[0]}`);
      ours.push({
        ...(await client.round(
          w.product.pid,
          () => setQuote(w.feed, round),
          () => heardAt,
        )),
        poll: quantile(await polls.stop(), 0.99),
      });
    }
    const sample = await (await fetch(`${w.product.url}/prices/user/${ids[0]}`)).text();
    client.close();

    const bare = await bench(w, streams, quotes, sample);
    const of = (rounds, key) => median(rounds.map((round) => round[key]));
    const p99 = of(ours, 'p99');
    const bareP99 = of(bare, 'p99');
    console.log(
      `one quote to ${streams} boards: p99 ${p99.toFixed(0)} ms, ${(p99 / bareP99).toFixed(2)} x bare node:http (${bareP99.toFixed(0)} ms); ` +
        `CPU ${(of(ours, 'cpu') / of(bare, 'cpu')).toFixed(2)} x; polls meanwhile p99 ${of(ours, 'poll').toFixed(1)} ms; ` +
        `${perStream.toFixed(1)} KiB a stream; missed or doubled ${ours.reduce((sum, { wrong }) => sum + wrong, 0)}`,
    );
  } finally {
    await bus.close();
    await w.end();
  }
}

async function bench(w, streams, quotes, sample) {
  const { child, url } = await w.yardstick('bare-fanout.mjs', {});
  const client = new Client();
  await client.open(Array.from({ length: streams }, (_, index) => `${url}/${index}`));
  const rounds = [];
  for (let round = 0; round < quotes; round++) {
    const prepared = new Promise((resolve) => child.once('message', resolve));
    child.send({ prepare: sample.replace(/"sell":\d+/, `"sell":"24K"`) });
    await prepared;
    let sentAt = 0;
    rounds.push(
      await client.round(
        child.pid,
        () => {
          sentAt = performance.now();
          child.send({});
        },
        () => sentAt,
      ),
    );
  }
  client.close();
  return rounds;
}

function setQuote(feed, round) {
  feed.set({ gold: (467_600 + round * 13.7).toFixed(2), silver: (6_940 + round).toFixed(2), at: new Date() });
}

/** Shops as their service would have saved them, unpublished: its sweep publishes all. Some hundreds of margins among them. */
async function shops(db, count) {
  const accounts = db.collection('accounts');
  const template = await accounts.findOne({ username: 'demo' });
  const documents = Array.from({ length: count }, (_, index) => {
    const { _id, ...shop } = template;
    const margins = {
      gold_margin: (index % 400) / 20,
      silver_margin: (index % 300) / 20,
      sell_margin: (index % 7) / 2,
      buy_margin: index % 3,
    };
    return { ...shop, ...margins, username: `bench${index}`, unpublished: true };
  });
  const { insertedIds } = await accounts.insertMany(documents);
  await until(async () => (await accounts.countDocuments({ unpublished: true })) === 0, 60_000);
  return Object.values(insertedIds).map(String);
}

/** Many boards in one process. */
class Client {
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

  /** Starts one fan-out and waits until every board has heard it; `startedAt` says when it began. */
  async round(pid, start, startedAt) {
    this.counts.fill(0);
    this.arrivals = [];
    const cpu = usage(pid).cpuS;
    await start();
    await until(() => this.counts.every((count) => count > 0), 20_000).catch(() => {});
    // What comes twice comes now.
    await sleep(300);
    const late = this.arrivals.map((at) => at - startedAt());
    return {
      p50: median(late),
      p99: quantile(late, 0.99),
      cpu: usage(pid).cpuS - cpu,
      wrong: this.counts.filter((count) => count !== 1).length,
    };
  }

  close() {
    for (const request of this.requests) request.on('error', () => {}).destroy();
  }
}

/** Asks like a polling board, every few milliseconds, until stopped; the milliseconds each answer took. */
function poll(url) {
  let polling = true;
  const took = [];
  const run = (async () => {
    while (polling) {
      const from = performance.now();
      await (await fetch(url)).arrayBuffer();
      took.push(performance.now() - from);
      await sleep(5);
    }
  })();
  return { stop: () => ((polling = false), run.then(() => took)) };
}
