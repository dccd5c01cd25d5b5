/** @jest-environment ./src/testing/web-environment.mjs */
import { describe, expect, it } from '@jest/globals';
import { fedBoard, PRICES, PROFILE } from '../../../testing/fed-board.js';
import { passInSteps as pass } from '../../../testing/pass-in-steps.js';
import { NOW, rates, shop, SHOP_ID } from '../../../testing/fixtures.js';

const board = fedBoard();
const DETAILED = '/prices/detailed';
const KEPT = `sarafa.board.v1.${SHOP_ID}`;

describe('when the server is lost', () => {
  it('says so after a grace of five seconds, keeps the last rates, and is live again by itself', async () => {
    board.start();
    board.sendAll();
    board.network.cut();
    await pass(4_900);
    expect(board.stand).toBe('live');
    await pass(1_000);
    expect(board.stand).toBe('offline');
    expect(board.store.getState().prices!.snapshot.gold_24k.sell).toBe(157_821);

    for (let second = 0; second < 60; second++) {
      board.network.stream.fail();
      await pass(1_000);
    }
    const since = board.network.streams.length;
    await pass(5_000);
    expect(board.network.streams.length).toBeGreaterThan(since - 1);
    board.sendAll();
    expect(board.stand).toBe('live');
  });

  it('says so though new streams break meanwhile, and is live as soon as one comes', async () => {
    board.start();
    board.sendAll();
    board.network.cut();
    for (let second = 0; second < 5; second++) {
      await pass(1_000);
      board.network.stream.fail();
    }
    await pass(500);
    expect(board.stand).toBe('offline');
    await pass(1_500);
    board.sendAll();
    expect(board.stand).toBe('live');
  });

  it.each([
    ['page', () => 'not ours' as const],
    ['refusal', () => ({ status: 502, body: { error: 'Bad Gateway' } })],
  ])("is not fooled by somebody else's %s", async (_, reply) => {
    board.start();
    board.sendAll();
    board.answerPolls();
    for (const path of board.network.replies.keys()) board.network.replies.set(path, reply());
    board.network.stream.fail();
    await pass(6_000);
    expect(board.stand).toBe('offline');
  });

  it('takes no answer that a cache has kept for over a minute', async () => {
    board.start();
    board.answerPolls();
    const age = (seconds: string) =>
      board.network.replies.forEach((reply, path) =>
        board.network.replies.set(path, Object.assign({}, reply, { age: seconds })),
      );
    age('61');
    board.network.stream.fail();
    await pass(6_000);
    expect([board.store.getState().link, board.store.getState().prices]).toEqual(['offline', null]);
    age('60');
    await pass(6_000);
    expect(board.stand).toBe('live');
  });

  it('says nothing of one round of polls that is lost', async () => {
    board.start();
    board.answerPolls();
    board.network.stream.fail();
    await pass(100);
    const replies = new Map(board.network.replies);
    const [before, seen] = [board.network.askedFor(PROFILE), new Set<string>()];
    board.network.replies.clear();
    while (board.network.askedFor(PROFILE) === before) await pass(100);
    replies.forEach((reply, path) => board.network.replies.set(path, reply));
    for (let part = 0; part < 100; part++) await pass(100).then(() => seen.add(board.stand));
    expect([...seen]).toEqual(['live']);
  });

  it('asks for prices as soon as it is there again, however seldom it does otherwise', async () => {
    board.start();
    board.answerPolls();
    board.network.reply(PROFILE, shop({ price_update_interval: 3_600_000 }));
    board.network.stream.fail();
    await pass(100);
    const replies = new Map(board.network.replies);
    board.network.cut();
    await pass(40_000);
    expect(board.stand).toBe('offline');
    replies.forEach((reply, path) => board.network.replies.set(path, reply));
    await pass(6_100);
    expect(board.stand).toBe('live');
  });

  it('keeps quiet about a restart that is shorter than the grace', async () => {
    board.start();
    board.sendAll();
    board.network.cut();
    await pass(1_000);
    board.sendAll();
    await pass(20_000);
    expect(board.stand).toBe('live');
  });

  it('acts at once when the device knows its cable is out', async () => {
    board.start();
    board.sendAll();
    board.network.replies.clear();
    dispatchEvent(new Event('offline'));
    expect(board.network.stream.isClosed).toBe(true);
    await pass(5_500);
    expect(board.stand).toBe('offline');
    board.network.stream.fail();
    const streams = board.network.streams.length;
    // Once is enough, however often the device says that it is back.
    for (let turn = 0; turn < 2; turn++) dispatchEvent(new Event('online'));
    expect(board.network.streams).toHaveLength(streams + 1);
    await pass(5_000);
    expect(board.network.streams).toHaveLength(streams + 1);
  });
});

describe('when a part of the server is down', () => {
  it('keeps its own rates marked, and does not ask for others', async () => {
    board.start();
    board.sendAll();
    board.answerPolls();
    board.network.refuse(PRICES, 503, 'UNAVAILABLE');
    board.network.reply(DETAILED, rates({ gold24: 1, source: 'API + Import Duty Only' }));
    board.network.stream.fail();
    await pass(3_000);
    expect(board.stand).toBe('stale');
    expect(board.store.getState().prices).toMatchObject({ own: true, snapshot: { gold_24k: { sell: 157_821 } } });
  });

  it('does not take its shop for one that is gone', async () => {
    board.start();
    board.sendAll();
    board.answerPolls();
    board.network.refuse(PROFILE, 503, 'UNAVAILABLE');
    board.network.stream.fail();
    await pass(3_000);
    expect([board.network.askedFor(PROFILE), board.store.getState().found, board.stand]).toEqual([1, true, 'live']);
  });

  it('shows the rates without margins when it has none at all', async () => {
    board.start();
    board.answerPolls();
    board.network.refuse(PRICES, 500, 'INTERNAL');
    board.network.reply(DETAILED, rates({ gold24: 1, source: 'API + Import Duty Only' }));
    board.network.stream.fail();
    await pass(100);
    expect(board.store.getState().prices).toMatchObject({ own: false, isConfirmed: true, snapshot: { gold_24k: { sell: 1 } } });
    // The rates are no older than their last poll, which comes every minute.
    for (let turn = 0; turn < 335; turn++) {
      await pass(1_000);
      board.network.stream.fail();
    }
    expect(board.stand).toBe('live');
  });

  it('shows the rates without margins without a moment of grey at each poll', async () => {
    board.start();
    board.answerPolls();
    board.network.refuse(PRICES, 500, 'INTERNAL');
    board.network.reply(DETAILED, rates({ source: 'API + Import Duty Only' }));
    board.network.stream.fail();
    await pass(100);
    const stands = new Set([board.stand]);
    board.store.subscribe(() => stands.add(board.stand));
    for (let turn = 0; turn < 120; turn++) {
      await pass(1_000);
      board.network.stream.fail();
    }
    expect(board.network.askedFor(DETAILED)).toBe(5);
    expect([...stands]).toEqual(['live']);
    board.network.refuse(DETAILED, 503, 'UNAVAILABLE');
    await pass(30_000);
    expect(board.stand).toBe('stale');
  });

  describe.each([
    ['a proxy that has lost it', () => board.network.reply(PRICES, { error: 'Bad Gateway' }, 502)],
    ['a page of somebody else', () => board.network.replies.set(`/prices/user/${SHOP_ID}`, 'not ours')],
    ['JSON of somebody else', () => board.network.reply(PRICES, { signIn: 'first' })],
    ['silence', () => void board.network.hold(PRICES)],
  ])("and its own rates' place is taken by %s", (_, takePlace) => {
    /** Over several rounds; each may wait ten seconds for its answer. */
    const poll = async (): Promise<string[]> => {
      const stands: string[] = [];
      for (let turn = 0; turn < 100; turn++) {
        board.network.stream.fail();
        await pass(1_000);
        if (stands[stands.length - 1] !== board.stand) stands.push(board.stand);
      }
      return stands;
    };

    it('shows the rates without margins when it has none at all', async () => {
      board.start();
      board.answerPolls();
      takePlace();
      board.network.reply(DETAILED, rates({ gold24: 1, source: 'API + Import Duty Only' }));
      const stands = await poll();
      // Before the first rates the board shows none, or only the shop's own rows.
      expect(stands.filter((stand) => stand !== 'shop')).toEqual(['live']);
      expect(board.store.getState().prices).toMatchObject({ own: false, snapshot: { gold_24k: { sell: 1 } } });
    });

    it('keeps its own ones, marked, and does not say that there is no connection', async () => {
      board.start();
      board.sendAll();
      board.answerPolls();
      takePlace();
      board.network.reply(DETAILED, rates({ gold24: 1, source: 'API + Import Duty Only' }));
      const stands = await poll();
      expect(stands.filter((stand) => stand !== 'live')).toEqual(['stale']);
      expect(board.stand).toBe('stale');
      expect(board.store.getState().prices).toMatchObject({ own: true, snapshot: { gold_24k: { sell: 157_821 } } });
      expect(board.network.askedFor(DETAILED)).toBe(0);
    });
  });

  it('asks the profile why when the subscription has ended', async () => {
    board.start();
    board.answerPolls();
    board.network.refuse(PRICES, 403, 'FORBIDDEN');
    board.network.stream.fail();
    await pass(100);
    expect(board.network.askedFor(PROFILE)).toBe(2);
    expect(board.network.askedFor(DETAILED)).toBe(0);
  });
});

describe('a shop that is gone', () => {
  it('is looked for again now and then, and has all that it had, as old, when it is there', async () => {
    board.start();
    board.sendAll();
    await pass(2_000);
    const { advertisements, profile } = board.store.getState();
    board.network.stream.send('gone', {});
    expect(board.store.getState()).toMatchObject({ found: false, prices: { isConfirmed: false } });
    const streams = board.network.streams.length;
    // A device that is back says nothing of the shop.
    dispatchEvent(new Event('online'));
    await pass(11_000);
    expect(board.network.streams.length).toBe(streams + 1);
    board.network.stream.send('profile', profile);
    // A list of ads that isn't told again is the one from before: a board that knew of no ads would delete their files.
    expect(board.store.getState()).toMatchObject({ found: true, prices: { isConfirmed: false } });
    expect(board.store.getState().advertisements).toBe(advertisements);
    expect(localStorage.getItem(KEPT)).not.toBeNull();
  });

  it('is forgotten when it is still not there eight seconds later', async () => {
    board.start();
    board.sendAll();
    await pass(2_000);
    board.network.stream.send('gone', {});
    await pass(11_000);
    expect(localStorage.getItem(KEPT)).not.toBeNull();
    board.network.refuse(PROFILE, 404, 'NOT_FOUND');
    board.network.stream.fail();
    await pass(2_000);
    expect(board.store.getState()).toMatchObject({ found: false, profile: null });
    expect(localStorage.getItem(KEPT)).toBeNull();
    await pass(20_000);
    expect(localStorage.getItem(KEPT)).toBeNull();
  });

  it('is one that the server does not know', async () => {
    board.start();
    board.answerPolls();
    board.network.refuse(PROFILE, 404, 'NOT_FOUND');
    board.network.refuse(PRICES, 404, 'NOT_FOUND');
    board.network.stream.fail();
    await pass(100);
    expect(board.store.getState()).toMatchObject({ found: false, settled: true });
  });

  it('is an address that can not be one, without asking', async () => {
    board.start('not-an-id');
    await pass(60_000);
    expect(board.store.getState().found).toBe(false);
    expect(board.network.asked).toEqual([]);
    expect(board.network.streams).toEqual([]);
  });
});

describe('after a power cut without board.network', () => {
  it('comes back with its last rates, offline, and keeps them', async () => {
    board.start();
    board.sendAll();
    await pass(2_000);
    board.store.stop();
    board.network.cut();
    board.newNetwork();
    board.start();
    board.network.stream.fail();
    expect(board.store.getState()).toMatchObject({ settled: true, profile: { shop_name: 'Mahalaxmi Jewellers' } });
    expect(board.stand).toBe('offline');
    expect(board.store.clock.now()).toBe(NOW + 2_000);
    await pass(60_000);
    expect(board.stand).toBe('offline');
    expect(localStorage.getItem(KEPT)).not.toBeNull();
  });
});
