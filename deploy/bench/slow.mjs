// Boards that read nothing, beside many that read. Their shop changes its rows all the time, until the gateway has ended each of
// their streams. Meanwhile quotes are sent to the others.
import { connect as open } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { addShops, EventStream, median, setCustomTables, until, usage } from '@sarafa/testing';
import { BoardsClient, setQuote } from './boards-client.mjs';
import { peakOf } from './measure.mjs';
import { benchShops } from './shops.mjs';

const SILENT = 500;
/** The most that a shop may have, so that each change is a large event. */
const ROWS = 96;
const WARM_UP = 4;
const ROUNDS = 7;
const CHANGE_EVERY_MS = 100;
const GIVE_UP_MS = 120_000;

export async function benchSlow(w, streams) {
  const bus = await w.bus();
  const ids = await benchShops(w.db, streams);
  const rows = await rowsOfOneShop(w);
  const client = new BoardsClient();
  await client.open(ids.map((id) => `${w.gateway.url}/boards/${id}/events`));
  bus.subscribe('$KV.market.held.1', { callback: () => client.begin(w.gateway.pid) });
  let round = 0;
  const quote = () => client.round(w.gateway.pid, () => setQuote(w.feed, round++));

  const changes = changing(rows);
  for (let count = 0; count < WARM_UP; count++) await quote();
  const without = [];
  for (let count = 0; count < ROUNDS; count++) without.push(await quote());
  const memory = () => usage(w.gateway.pid).rssMiB;
  const before = memory();
  const peak = peakOf(memory);

  const silent = Array.from({ length: SILENT }, () => silentBoard(w.gateway.url, rows.shop));
  await until(async () => (await openBoards(w)) === streams + SILENT, 30_000);
  const [since, startedAt] = [changes.count(), performance.now()];
  const beside = [];
  while ((await openBoards(w)) > streams) {
    if (performance.now() - startedAt > GIVE_UP_MS)
      throw new Error(`${(await openBoards(w)) - streams} silent boards are open`);
    beside.push(await quote());
  }
  const [sent, took] = [changes.count() - since, performance.now() - startedAt];
  await changes.stop();
  const [most, after] = [peak.stop(), memory()];
  silent.forEach((socket) => socket.destroy());
  client.close();
  const of = (rounds) => median(rounds.map(({ p99 }) => p99)).toFixed(0);
  const wrong = [...without, ...beside].reduce((sum, found) => sum + found.wrong, 0);
  console.log(
    `${SILENT} boards that read nothing: all ended after ${(took / 1_000).toFixed(0)} s and ${((sent * rows.bytes) / 1_048_576).toFixed(1)} MB each, most of it in the system's buffers; ` +
      `gateway ${before.toFixed(0)} MiB before, ${(most - before).toFixed(0)} MiB more at the most, ${(after - before).toFixed(0)} MiB more after; ` +
      `a quote to ${streams} other boards meanwhile p99 ${of(beside)} ms (${beside.length} quotes), without them ${of(without)} ms; ` +
      `missed or doubled ${wrong}`,
  );
}

/** A shop with as many rows as it may have; `change` changes one of them. */
async function rowsOfOneShop(w) {
  const [shop] = await addShops(w.db, [{}]);
  const tables = Array.from({ length: ROWS }, (_, index) => ({ title: `Row ${index} `.padEnd(60, '.'), price: 1_000 + index }));
  await setCustomTables(w.db, shop, tables);
  const admin = await w.admin();
  const path = `/admin/custom-tables/user/${shop}`;
  const { body } = await until(async () => {
    const answer = await admin.call('get', path);
    return answer.body.length === ROWS && answer;
  });
  await until(async () => (await fetch(`${w.gateway.url}/prices/user/${shop}`)).ok);
  const stream = await EventStream.open(`${w.gateway.url}/boards/${shop}/events`);
  const change = (price) => admin.call('put', `/admin/custom-tables/${body[0]._id}`, { price });
  await change(2_000);
  const { data } = await until(() => stream.since(0, 'custom-tables').find((event) => JSON.stringify(event).includes('2000')));
  stream.close();
  return { shop, change, bytes: JSON.stringify(data).length };
}

/** Changes the rows again and again until stopped. */
function changing(rows) {
  let [isOn, count] = [true, 0];
  const run = (async () => {
    for (; isOn; await sleep(CHANGE_EVERY_MS)) {
      const { status } = await rows.change(2_000 + (count++ % 1_000));
      if (status !== 200) throw new Error(`A change was answered ${status}`);
    }
  })();
  return { count: () => count, stop: () => ((isOn = false), run) };
}

/** Asks for a stream and never reads. What arrives fills the system's buffers, and then the gateway's. */
function silentBoard(url, id) {
  const { hostname, port, host } = new URL(url);
  const socket = open({ host: hostname, port: Number(port) });
  socket.on('error', () => {}).pause();
  socket.write(`GET /boards/${id}/events HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  return socket;
}

async function openBoards({ gateway }) {
  const metrics = await (await fetch(`${gateway.metricsUrl}/metrics`)).text();
  return Number(/^sarafa_boards_open(?:\{[^}]*\})? (\d+)/m.exec(metrics)[1]);
}
