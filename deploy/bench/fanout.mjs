// Sends one quote to many open boards, each shop with margins of its own, and compares this with node:http writing prepared
// buffers.
import { setTimeout as sleep } from 'node:timers/promises';
import { median, quantile, usage } from '@sarafa/testing';
import { BoardsClient, setQuote } from './boards-client.mjs';
import { poll } from './measure.mjs';
import { benchRateList, benchRows, benchShops, withoutRows } from './shops.mjs';

/** Rounds until V8 has compiled what runs at a quote, also in the services that need the same processors. */
const WARM_UP = 8;

/** As many rows of their own as there are standard rows, and as many as large shops have. */
const AS_MANY = { from: 4, most: 4 };
const MORE = { from: 4, most: 23 };

/** Without quotes, before memory is looked at again. */
const QUIET_MS = 30_000;

const DAY_MS = 86_400_000;
const HELD = '$KV.market.held.1';
const LISTS = '$KV.market.lists';

/**
 * One quote to every board. With `what` 'own' the same boards get it with rows of their own too, in alternate blocks; with 'list'
 * they show a list of fixed rates, which is set anew; with 'two' half of them have another gateway.
 */
export async function benchFanout(w, streams, quotes, what = 'standard') {
  await MEASURED[what](await Boards.open(w, streams), quotes);
}

async function standardRows(boards, quotes) {
  const before = await boards.ofQuotes(quotes);
  boards.sayMemory(`after ${WARM_UP + quotes} quotes`);
  // Quotes of a product are at least a minute apart, and meanwhile V8 gives memory back.
  await sleep(QUIET_MS);
  boards.sayMemory(`${QUIET_MS / 1_000} s later`);
  const bare = await boards.bareRounds(quotes, await boards.sample());
  // Measured before and after the bare server, because the services become quicker with each quote.
  await boards.reopen([boards.w.gateway]);
  report('one quote', merged(before, await boards.ofQuotes(quotes)), bare);
}

async function ownRows(boards, quotes) {
  const { db } = boards.w;
  const withRows = async (numbers) => {
    await benchRows(db, boards.ids, numbers);
    return merged(await boards.ofQuotes(quotes), await boards.ofQuotes(quotes));
  };
  const first = await boards.ofQuotes(quotes);
  const [asMany, more] = [await withRows(AS_MANY), await withRows(MORE)];
  const sample = await boards.sample();
  await withoutRows(db);
  const standard = merged(first, await boards.ofQuotes(quotes));
  const ratio = (key, own) => (of(own.timed, key) / of(standard.timed, key)).toFixed(2);
  const compare = (what, own) =>
    console.log(
      `${what}: p99 ${of(own.timed, 'p99').toFixed(0)} ms, ${ratio('p99', own)} x the standard rows (${of(standard.timed, 'p99').toFixed(0)} ms); ` +
        `CPU ${ratio('cpu', own)} x`,
    );
  compare('as many rows of their own', asMany);
  compare(`${MORE.from} to ${MORE.most} rows of their own`, more);
  report('one quote, rows of their own', more, await boards.bareRounds(quotes, sample));
}

async function rateList(boards, quotes) {
  const set = await listOfAll(boards.w);
  report('a list that is set', await boards.rounds(quotes, LISTS, set), await boards.bareRounds(quotes, await boards.sample()));
}

/** The same boards on one gateway and on two, each with half of them. */
async function twoGateways(boards, quotes) {
  const before = await boards.ofQuotes(quotes);
  const other = await boards.w.startGateway();
  await boards.reopen([boards.w.gateway, other]);
  const two = merged(await boards.ofQuotes(quotes), await boards.ofQuotes(quotes));
  await boards.reopen([boards.w.gateway]);
  const one = merged(before, await boards.ofQuotes(quotes));
  report('one quote, two gateways', two, one.timed, 'one gateway');
  report('one quote, one gateway', one, await boards.bareRounds(quotes, await boards.sample()));
}

const MEASURED = { standard: standardRows, own: ownRows, list: rateList, two: twoGateways };

/** The open boards. */
class Boards {
  /** Rounds so far, because each quote has to differ from the one before. */
  count = 0;

  static async open(w, streams) {
    const bus = await w.bus();
    const ids = await benchShops(w.db, streams);
    // The first quote becomes one of yesterday, so that each row comes with the prices of its day.
    await w.db.collection('quotes').updateOne({ seq: 1 }, { $set: { accepted_at: new Date(Date.now() - DAY_MS) } });
    const client = new BoardsClient();
    const before = usage(w.gateway.pid).rssMiB;
    await client.open(ids.map((id) => `${w.gateway.url}/boards/${id}/events`));
    await sleep(1_000);
    console.log(`${streams} boards with ${Math.min(streams, 500)} margins`);
    const boards = new Boards(w, bus, client, ids, before);
    boards.sayMemory('just opened');
    return boards;
  }

  /** `idleMiB` is the gateway's memory before the boards came. */
  constructor(w, bus, client, ids, idleMiB) {
    this.w = w;
    this.bus = bus;
    this.client = client;
    this.ids = ids;
    this.idleMiB = idleMiB;
    this.url = `${w.gateway.url}/prices/user/${ids[0]}`;
  }

  sayMemory(when) {
    const perStream = ((usage(this.w.gateway.pid).rssMiB - this.idleMiB) * 1024) / this.ids.length;
    console.log(`memory of a stream, ${when}: ${perStream.toFixed(1)} KiB`);
  }

  /** Spreads the boards over these gateways. */
  async reopen(gateways) {
    this.client.close();
    this.client = new BoardsClient();
    await this.client.open(this.ids.map((id, index) => `${gateways[index % gateways.length].url}/boards/${id}/events`));
  }

  ofQuotes(quotes) {
    return this.rounds(quotes, HELD, (round) => setQuote(this.w.feed, round));
  }

  /** Rounds of what `start` sets off. This process gets `subject` at the same moment as the gateway, so a round begins there. */
  async rounds(quotes, subject, start) {
    const { w, client } = this;
    const heard = this.bus.subscribe(subject, { callback: () => client.begin(w.gateway.pid) });
    const [timed, polled] = [[], []];
    for (let round = 0; round < WARM_UP + quotes; round++) {
      // Polls take processor time themselves, so a round either has polls or measures processor time. Two rounds of each, because
      // the sweeps of all services come with every second round.
      const polls = round % 4 > 1 ? poll(this.url) : undefined;
      const found = await client.round(w.gateway.pid, () => start(this.count++));
      if (polls) polled.push(quantile(await polls.stop(), 0.99));
      else if (round >= WARM_UP) timed.push(found);
    }
    heard.unsubscribe();
    return { timed, polled };
  }

  /** What one board is sent. */
  async sample() {
    return (await fetch(this.url)).text();
  }

  /** Rounds of a bare server that sends messages like `sample`, after these boards have gone. */
  async bareRounds(quotes, sample) {
    const { w, bus } = this;
    this.client.close();
    const { child, url } = await w.yardstick('bare-fanout.mjs', { NATS_HOST: new URL(w.nats.url).host });
    const client = new BoardsClient();
    bus.subscribe(HELD, { callback: () => client.begin(child.pid) });
    await client.open(this.ids.map((_, index) => `${url}/${index}`));
    const rounds = [];
    for (let round = 0; round < WARM_UP + quotes; round++) {
      const prepared = new Promise((resolve) => child.once('message', resolve));
      child.send({ prepare: sample.replace(/"sell":\d+/, `"sell":"24K"`) });
      await prepared;
      const found = await client.round(child.pid, () => setQuote(w.feed, this.count++));
      if (round >= WARM_UP) rounds.push(found);
    }
    client.close();
    return rounds;
  }
}

const of = (rounds, key) => median(rounds.map((round) => round[key]));
const merged = (a, b) => ({ timed: [...a.timed, ...b.timed], polled: [...a.polled, ...b.polled] });

function report(what, { timed, polled }, bare, yardstick = 'bare node:http') {
  const [p99, bareP99] = [of(timed, 'p99'), of(bare, 'p99')];
  console.log(
    `${what}: the last after ${of(timed, 'last').toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${(p99 / bareP99).toFixed(2)} x ${yardstick} (${bareP99.toFixed(0)} ms); ` +
      `CPU ${(of(timed, 'cpu') / of(bare, 'cpu')).toFixed(2)} x; polls meanwhile p99 ${median(polled).toFixed(1)} ms; ` +
      `missed or doubled ${timed.reduce((sum, { wrong }) => sum + wrong, 0)}`,
  );
}

/** Gives all shops a list of fixed rates; the result sets the list anew. */
async function listOfAll(w) {
  const admin = await w.admin();
  const rates = (round) => ({
    gold: { fineness: 999, per_gram: 14_000 + round },
    silver: { fineness: 999, per_gram: 160 + round },
  });
  const made = await admin.call('post', '/admin/rate-lists', { name: 'Association', ...rates(0) });
  const { id } = made.body.rateList;
  await benchRateList(w.db, id);
  return async (round) => {
    const { status } = await admin.call('put', `/admin/rate-lists/${id}`, rates(round + 1));
    if (status !== 200) throw new Error(`The list wasn't set: ${status}`);
  };
}
