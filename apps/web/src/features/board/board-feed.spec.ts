/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeNetwork } from '../../testing/fake-network.js';
import { NOW, rates, row, shop, SHOP_ID } from '../../testing/fixtures.js';
import { type BoardStore, startBoard } from './board-store.js';
import { standOf } from './board-view.js';

const KEPT = `sarafa.board.v1.${SHOP_ID}`;
const PROFILE = '/user/dashboard/:id';
const PRICES = '/prices/user/:id';

let network: FakeNetwork;
let store: BoardStore;

function answerPolls(): void {
  network.reply(PROFILE, shop());
  network.reply(PRICES, rates());
  network.reply('/user/custom-tables/public/:id', [row(1, 'Coin', 100)]);
  network.reply('/advertisements/public/:id', []);
  network.reply('/settings/maintenance', { isMaintenanceMode: false });
  network.reply('/prices/settings/public-view-enabled', { enabled: true });
}

function sendAll({ prices = true } = {}): void {
  const { stream } = network;
  stream.send('profile', shop());
  if (prices) stream.send('prices', rates());
  stream.send('advertisements', []);
  stream.send('custom-tables', [row(1, 'Coin', 100)]);
  stream.send('maintenance', { isMaintenanceMode: false, enabled: true });
  stream.send('heartbeat', { now: new Date(NOW).toISOString() });
}

async function pass(ms: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(ms);
}

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  jest.spyOn(Math, 'random').mockReturnValue(1);
  localStorage.clear();
  network = new FakeNetwork();
  network.install();
  network.reply('/prices/import-duty', { goldImportDuty: 5, silverImportDuty: 6, lastUpdated: '1970-01-01T00:00:00.000Z' });
});
afterEach(() => {
  store.stop();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('while the stream is up', () => {
  it('shows what it says and polls nothing', async () => {
    store = startBoard(SHOP_ID);
    expect(network.stream.url).toBe(`/boards/${SHOP_ID}/events`);
    sendAll();
    await pass(500);
    for (let beat = 0; beat < 8; beat++) {
      network.stream.send('heartbeat', { now: new Date(Date.now()).toISOString() });
      await pass(15_000);
    }
    expect(network.asked).toEqual(['/prices/import-duty']);
    expect(network.streams).toHaveLength(1);
    expect(store.getState()).toMatchObject({ link: 'reached', settled: true, duty: { goldImportDuty: 5 } });
    expect(standOf(store.getState())).toBe('live');
  });

  it('flashes a change for two seconds', async () => {
    store = startBoard(SHOP_ID);
    sendAll();
    network.stream.send('prices', rates({ gold24: 157_900 }));
    expect(store.getState().moves).toEqual({ gold_24k: { by: 79, seq: 1 } });
    await pass(1_999);
    expect(Object.keys(store.getState().moves)).toHaveLength(1);
    await pass(1);
    expect(store.getState().moves).toEqual({});
  });

  it('does not take rates from before for live ones when a new stream brings none', async () => {
    store = startBoard(SHOP_ID);
    sendAll();
    network.stream.fail();
    await pass(1_000);
    sendAll({ prices: false });
    await pass(500);
    expect(standOf(store.getState())).toBe('stale');
  });

  it('does not take rates it can not read for live ones', () => {
    store = startBoard(SHOP_ID);
    sendAll();
    network.stream.send('prices', { ...rates(), state: 'brand-new' });
    expect(standOf(store.getState())).toBe('stale');
  });

  it('asks for the import duty every hour', async () => {
    store = startBoard(SHOP_ID);
    sendAll();
    await pass(0);
    // In one step: an hour of a silent stream's polls, awaited one by one, takes seconds.
    jest.advanceTimersByTime(3_600_000);
    await pass(0);
    expect(network.askedFor('/prices/import-duty')).toBe(2);
  });
});

describe('when the stream breaks', () => {
  it('polls at the paces of the specification', async () => {
    store = startBoard(SHOP_ID);
    answerPolls();
    network.stream.fail();
    await pass(0);
    expect(store.getState()).toMatchObject({ link: 'reached', settled: true, profile: { shop_name: 'Mahalaxmi Jewellers' } });
    expect(standOf(store.getState())).toBe('live');
    for (let turn = 0; turn < 120; turn++) {
      await pass(1_000);
      network.stream.fail();
    }
    // Every 30 s, and the shop's price_update_interval of 60 s.
    expect(network.askedFor(PROFILE)).toBe(5);
    expect(network.askedFor(PRICES)).toBe(3);
  });

  it('comes back with back-off, at most five seconds apart, and stops polling', async () => {
    store = startBoard(SHOP_ID);
    answerPolls();
    const tries = async (ms: number) => {
      network.stream.fail();
      await pass(ms - 1);
      const before = network.streams.length;
      await pass(1);
      return network.streams.length - before;
    };
    expect([await tries(1_000), await tries(2_000), await tries(4_000), await tries(5_000), await tries(5_000)]).toEqual([
      1, 1, 1, 1, 1,
    ]);
    sendAll();
    await pass(0);
    const asked = network.asked.length;
    for (let beat = 0; beat < 5; beat++) {
      await pass(14_000);
      network.stream.send('heartbeat', { now: new Date(Date.now()).toISOString() });
    }
    expect(network.asked.length).toBe(asked);
    // A stream that worked starts the back-off anew.
    expect(await tries(1_000)).toBe(1);
  });

  it('notices one that is silent for 35 seconds', async () => {
    store = startBoard(SHOP_ID);
    answerPolls();
    sendAll();
    await pass(35_000);
    expect(network.stream.isClosed).toBe(false);
    await pass(2_000);
    expect(network.streams[0]!.isClosed).toBe(true);
    expect(network.askedFor(PROFILE)).toBe(1);
  });

  it('polls beside a stream that says nothing at first', async () => {
    store = startBoard(SHOP_ID);
    answerPolls();
    await pass(3_000);
    expect(network.askedFor(PROFILE)).toBe(1);
    expect(network.stream.isClosed).toBe(false);
  });

  it('drops a poll that is overtaken by the stream', async () => {
    store = startBoard(SHOP_ID);
    answerPolls();
    network.reply(PRICES, rates({ gold24: 1 }));
    const release = network.hold(PRICES);
    network.stream.fail();
    await pass(1_000);
    sendAll();
    release();
    await pass(10_000);
    expect(network.askedFor(PRICES)).toBe(1);
    expect(store.getState().prices!.snapshot.gold_24k.sell).toBe(157_821);
  });
});

describe('when the server is lost', () => {
  it('says so after a grace of five seconds, keeps the last rates, and is live again by itself', async () => {
    store = startBoard(SHOP_ID);
    sendAll();
    network.cut();
    await pass(4_900);
    expect(standOf(store.getState())).toBe('live');
    await pass(1_000);
    expect(standOf(store.getState())).toBe('offline');
    expect(store.getState().prices!.snapshot.gold_24k.sell).toBe(157_821);

    for (let second = 0; second < 60; second++) {
      network.stream.fail();
      await pass(1_000);
    }
    const since = network.streams.length;
    await pass(5_000);
    expect(network.streams.length).toBeGreaterThan(since - 1);
    sendAll();
    expect(standOf(store.getState())).toBe('live');
  });

  it.each([
    ['page', () => 'not ours' as const],
    ['refusal', () => ({ status: 502, body: { error: 'Bad Gateway' } })],
  ])("is not fooled by somebody else's %s", async (_, reply) => {
    store = startBoard(SHOP_ID);
    sendAll();
    answerPolls();
    for (const path of network.replies.keys()) network.replies.set(path, reply());
    network.stream.fail();
    await pass(6_000);
    expect(standOf(store.getState())).toBe('offline');
  });

  it('keeps quiet about a restart that is shorter than the grace', async () => {
    store = startBoard(SHOP_ID);
    sendAll();
    network.cut();
    await pass(1_000);
    sendAll();
    await pass(20_000);
    expect(standOf(store.getState())).toBe('live');
  });

  it('acts at once when the device knows its cable is out', async () => {
    store = startBoard(SHOP_ID);
    sendAll();
    network.replies.clear();
    dispatchEvent(new Event('offline'));
    expect(network.stream.isClosed).toBe(true);
    await pass(5_500);
    expect(standOf(store.getState())).toBe('offline');
  });
});

describe('when a part of the server is down', () => {
  it('keeps its own rates marked, and does not ask for others', async () => {
    store = startBoard(SHOP_ID);
    sendAll();
    answerPolls();
    network.refuse(PRICES, 503, 'UNAVAILABLE');
    network.reply('/prices/detailed', rates({ gold24: 1, source: 'API + Import Duty Only' }));
    network.stream.fail();
    await pass(100);
    expect(standOf(store.getState())).toBe('stale');
    expect(store.getState().prices).toMatchObject({ own: true, snapshot: { gold_24k: { sell: 157_821 } } });
  });

  it('shows the rates without margins when it has none at all', async () => {
    store = startBoard(SHOP_ID);
    answerPolls();
    network.refuse(PRICES, 500, 'INTERNAL');
    network.reply('/prices/detailed', rates({ gold24: 1, source: 'API + Import Duty Only' }));
    network.stream.fail();
    await pass(100);
    expect(store.getState().prices).toMatchObject({ own: false, fresh: true, snapshot: { gold_24k: { sell: 1 } } });
  });

  it('asks the profile why when the subscription has ended', async () => {
    store = startBoard(SHOP_ID);
    answerPolls();
    network.refuse(PRICES, 403, 'FORBIDDEN');
    network.stream.fail();
    await pass(100);
    expect(network.askedFor(PROFILE)).toBe(2);
    expect(network.askedFor('/prices/detailed')).toBe(0);
  });
});

describe('a shop that is gone', () => {
  it('is forgotten, and looked for again now and then', async () => {
    store = startBoard(SHOP_ID);
    sendAll();
    await pass(2_000);
    expect(localStorage.getItem(KEPT)).not.toBeNull();
    network.stream.send('gone', {});
    expect(store.getState().found).toBe(false);
    expect(localStorage.getItem(KEPT)).toBeNull();
    await pass(2_000);
    expect(localStorage.getItem(KEPT)).toBeNull();

    const streams = network.streams.length;
    await pass(29_000);
    expect(network.streams.length).toBe(streams + 1);
    sendAll();
    expect(store.getState().found).toBe(true);
  });

  it('is one that the server does not know', async () => {
    store = startBoard(SHOP_ID);
    answerPolls();
    network.refuse(PROFILE, 404, 'NOT_FOUND');
    network.refuse(PRICES, 404, 'NOT_FOUND');
    network.stream.fail();
    await pass(100);
    expect(store.getState()).toMatchObject({ found: false, settled: true });
  });

  it('is an address that can not be one, without asking', async () => {
    store = startBoard('not-an-id');
    await pass(60_000);
    expect(store.getState().found).toBe(false);
    expect(network.asked).toEqual([]);
    expect(network.streams).toEqual([]);
  });
});

describe('after a power cut without network', () => {
  it('comes back with its last rates, offline, and keeps them', async () => {
    store = startBoard(SHOP_ID);
    sendAll();
    await pass(2_000);
    store.stop();
    network.cut();
    network = new FakeNetwork();
    network.install();
    store = startBoard(SHOP_ID);
    network.stream.fail();
    expect(store.getState()).toMatchObject({ settled: true, profile: { shop_name: 'Mahalaxmi Jewellers' } });
    expect(standOf(store.getState())).toBe('offline');
    expect(store.clock.now()).toBe(NOW + 2_000);
    await pass(60_000);
    expect(standOf(store.getState())).toBe('offline');
    expect(localStorage.getItem(KEPT)).not.toBeNull();
  });
});
