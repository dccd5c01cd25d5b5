/** @jest-environment ./src/testing/web-environment.mjs */
import { describe, expect, it, jest } from '@jest/globals';
import { fedBoard, PRICES, PROFILE } from '../../../testing/fed-board.js';
import { passInSteps as pass } from '../../../testing/pass-in-steps.js';
import { NOW, rates, shop, SHOP_ID } from '../../../testing/fixtures.js';
import { viewOf } from '../board-view.js';

const board = fedBoard();

describe('while the stream is up', () => {
  it('shows what it says and polls nothing', async () => {
    board.start();
    expect(board.network.stream.url).toBe(`/boards/${SHOP_ID}/events`);
    board.sendAll();
    await pass(500);
    for (let beat = 0; beat < 8; beat++) {
      board.network.stream.send('heartbeat', { now: new Date(Date.now()).toISOString() });
      await pass(15_000);
    }
    expect(board.network.asked).toEqual([]);
    expect(board.network.streams).toHaveLength(1);
    expect(board.store.getState()).toMatchObject({ link: 'reached', settled: true });
    expect(board.stand).toBe('live');
  });

  it('flashes a change for two seconds', async () => {
    board.start();
    board.sendAll();
    board.network.stream.send('prices', rates({ gold24: 157_900 }));
    expect(board.store.getState().flashes).toEqual({ gold_24k: { by: 79, seq: 1 } });
    await pass(1_999);
    expect(Object.keys(board.store.getState().flashes)).toHaveLength(1);
    await pass(1);
    expect(board.store.getState().flashes).toEqual({});
  });

  it('does not take rates from before for live ones when a new stream brings none', async () => {
    board.start();
    board.sendAll();
    board.network.stream.fail();
    await pass(1_000);
    board.sendAll({ prices: false });
    await pass(500);
    expect(board.stand).toBe('stale');
  });

  it('does not take rates from before the end of a subscription for live ones once it is renewed', async () => {
    board.start();
    board.sendAll();
    const { stream } = board.network;
    stream.send('profile', shop({ isSubscriptionValid: false }));
    await pass(15_000);
    stream.send('heartbeat', { now: new Date(Date.now()).toISOString() });
    stream.send('profile', shop());
    expect(board.stand).toBe('stale');
    stream.send('heartbeat', { now: new Date(Date.now()).toISOString() });
    expect(board.stand).toBe('stale');
    stream.send('prices', rates());
    expect(board.stand).toBe('live');
  });

  it('forgets maintenance, of whose end it would not tell, once it says that the subscription has ended', async () => {
    const ended = shop({ isSubscriptionValid: false });
    const view = () => viewOf(board.store.getState(), true);
    board.start();
    board.sendAll();
    board.network.stream.send('maintenance', { isMaintenanceMode: true, enabled: true });
    board.network.stream.send('profile', shop());
    expect(view()).toBe('maintenance-page');
    board.network.stream.send('profile', ended);
    expect(view()).toBe('ended');
    board.answerPolls();
    board.network.reply(PROFILE, ended);
    board.network.reply('/settings/maintenance', { isMaintenanceMode: true });
    board.network.stream.fail();
    await pass(3_000);
    expect(view()).toBe('maintenance-page');
    board.network.stream.send('profile', ended);
    expect(view()).toBe('ended');
  });

  it('is complete with the heartbeat that ends the first state', () => {
    board.start();
    board.sendAll();
    expect(board.store.getState().settled).toBe(true);
  });

  it('does not take rates it can not read for live ones', () => {
    board.start();
    board.sendAll();
    board.network.stream.send('prices', { ...rates(), state: 'brand-new' });
    expect(board.stand).toBe('stale');
  });
});

describe('while the end of what a new stream brings is held back on its way', () => {
  it('polls until it comes, and is live by that', async () => {
    board.start();
    board.answerPolls();
    board.network.stream.send('profile', shop());
    await pass(2_999);
    expect([board.network.asked, board.store.getState().settled]).toEqual([[], false]);
    await pass(1);
    expect([board.stand, board.network.askedFor(PRICES), board.store.getState().settled]).toEqual(['live', 1, true]);
    board.sendAll();
    const asked = board.network.asked.length;
    await pass(35_000);
    expect([board.stand, board.network.asked.length]).toEqual(['live', asked]);
  });

  it('stays live by its polls where a part with rates came after them', async () => {
    board.start();
    board.answerPolls();
    board.network.reply(PROFILE, shop({ price_update_interval: 600_000 }));
    board.network.stream.send('profile', shop());
    await pass(20_000);
    board.network.stream.send('prices', rates());
    await pass(37_000);
    expect([board.network.streams[0]!.isClosed, board.network.askedFor(PRICES), board.stand]).toEqual([true, 1, 'live']);
  });

  it('does not take rates from before for live ones by what comes', async () => {
    jest.mocked(Math.random).mockReturnValue(0);
    board.start();
    board.sendAll();
    for (let turn = 0; turn < 6; turn++) {
      board.network.stream.fail();
      await pass(2_500);
      board.network.stream.send('profile', shop());
      await pass(5_000);
    }
    expect(board.stand).toBe('stale');
  });
});

describe('when the stream breaks', () => {
  it('polls at the paces of rule 7.6', async () => {
    board.start();
    board.answerPolls();
    board.network.stream.fail();
    await pass(0);
    expect(board.store.getState()).toMatchObject({
      link: 'reached',
      settled: true,
      profile: { shop_name: 'Mahalaxmi Jewellers' },
    });
    expect(board.stand).toBe('live');
    for (let turn = 0; turn < 120; turn++) {
      await pass(1_000);
      board.network.stream.fail();
    }
    expect(board.network.cached).toEqual([]);
    // No answer is one that a cache on the way has.
    expect(new Set(board.network.addresses).size).toBe(board.network.addresses.length);
    // The profile is polled every 30 s, prices at the shop's price_update_interval of 60 s.
    expect(board.network.askedFor(PROFILE)).toBe(5);
    expect(board.network.askedFor(PRICES)).toBe(3);
  });

  it('asks for prices again when a hold ends', async () => {
    board.start();
    board.answerPolls();
    const held = { since: new Date(NOW).toISOString(), until: new Date(NOW + 20_000).toISOString() };
    board.network.reply(PRICES, rates({ state: 'held', held }));
    board.network.stream.fail();
    await pass(19_000);
    expect([board.stand, board.network.askedFor(PRICES)]).toEqual(['held', 1]);
    board.network.reply(PRICES, rates());
    await pass(1_500);
    expect([board.stand, board.network.askedFor(PRICES)]).toEqual(['live', 2]);
  });

  it('asks for prices at once when the shop shortens their interval', async () => {
    const poll = async (seconds: number) => {
      for (let turn = 0; turn < seconds; turn++) {
        await pass(1_000);
        board.network.stream.fail();
      }
    };
    board.start();
    board.answerPolls();
    board.network.reply(PROFILE, shop({ price_update_interval: 3_600_000 }));
    await poll(60);
    expect(board.network.askedFor(PRICES)).toBe(1);
    board.network.reply(PROFILE, shop({ price_update_interval: 10_000 }));
    await poll(31);
    const [prices, profiles] = [board.network.askedFor(PRICES), board.network.askedFor(PROFILE)];
    expect(prices).toBeGreaterThan(1);
    await poll(30);
    expect([board.network.askedFor(PRICES) - prices, board.network.askedFor(PROFILE) - profiles]).toEqual([3, 1]);
    // A longer one needs no poll at once, and by two gateways at two states polls would never end.
    board.network.reply(PROFILE, shop({ price_update_interval: 3_600_000 }));
    await poll(600);
    expect(board.network.askedFor(PROFILE) - profiles).toBe(21);
  });

  it('takes no rate for a live one that was asked for long ago', async () => {
    board.start();
    board.answerPolls();
    board.network.reply(PROFILE, shop({ price_update_interval: 600_000 }));
    const poll = async (ms: number) => {
      for (let turn = 0; turn < ms / 1_000; turn++) {
        await pass(1_000);
        board.network.stream.fail();
      }
    };
    await poll(329_000);
    expect(board.stand).toBe('live');
    await poll(3_000);
    expect([board.stand, board.network.askedFor(PRICES)]).toEqual(['stale', 1]);
    await poll(270_000);
    expect([board.stand, board.network.askedFor(PRICES)]).toEqual(['live', 2]);
  });

  it('comes back with back-off, at most five seconds apart, and stops polling', async () => {
    board.start();
    board.answerPolls();
    const tries = async (ms: number) => {
      board.network.stream.fail();
      await pass(ms - 1);
      const before = board.network.streams.length;
      await pass(1);
      return board.network.streams.length - before;
    };
    expect([await tries(1_000), await tries(2_000), await tries(4_000), await tries(5_000), await tries(5_000)]).toEqual([
      1, 1, 1, 1, 1,
    ]);
    board.sendAll();
    await pass(0);
    const asked = board.network.asked.length;
    for (let beat = 0; beat < 5; beat++) {
      await pass(14_000);
      board.network.stream.send('heartbeat', { now: new Date(Date.now()).toISOString() });
    }
    expect(board.network.asked.length).toBe(asked);
    // After a stream that worked, the back-off starts anew.
    expect(await tries(1_000)).toBe(1);
  });

  it('does not begin anew with its back-off after one that breaks as soon as it has begun', async () => {
    board.start();
    for (const ms of [1_000, 2_000, 4_000, 5_000]) {
      board.sendAll();
      board.network.stream.fail();
      const before = board.network.streams.length;
      await pass(ms - 1);
      expect(board.network.streams).toHaveLength(before);
      await pass(1);
      expect(board.network.streams).toHaveLength(before + 1);
    }
  });

  it('asks for nothing where there is a new one in time, as after a restart of the server', async () => {
    board.start();
    board.sendAll();
    board.network.stream.fail();
    await pass(1_000);
    board.sendAll();
    await pass(10_000);
    expect(board.network.asked).toEqual([]);
  });

  it('polls three seconds later though the next ones break too', async () => {
    board.start();
    board.sendAll();
    board.answerPolls();
    for (const ms of [1_000, 1_900]) {
      board.network.stream.fail();
      await pass(ms);
    }
    expect(board.network.asked).toEqual([]);
    await pass(100);
    expect(board.network.askedFor(PRICES)).toBe(1);
  });

  it.each([
    [0, 2_000],
    [1, 6_000],
  ])('asks again at a time of its own where nobody answers', async (random, ms) => {
    jest.mocked(Math.random).mockReturnValue(random);
    board.start();
    board.network.stream.fail();
    await pass(ms - 100);
    expect(board.network.askedFor('/settings/maintenance')).toBe(1);
    await pass(200);
    expect(board.network.askedFor('/settings/maintenance')).toBe(2);
  });

  it('notices one that is silent for 35 seconds', async () => {
    board.start();
    board.answerPolls();
    board.sendAll();
    await pass(35_000);
    expect(board.network.stream.isClosed).toBe(false);
    await pass(2_000);
    expect(board.network.streams[0]!.isClosed).toBe(true);
    expect(board.network.askedFor(PROFILE)).toBe(1);
    expect(board.stand).toBe('live');
  });

  it('takes no rate for a live one that was heard before a silence', async () => {
    board.start();
    board.sendAll();
    await pass(37_000);
    expect(board.network.streams[0]!.isClosed).toBe(true);
    expect(board.stand).toBe('stale');
  });

  it('polls beside a stream that says nothing at first', async () => {
    board.start();
    board.answerPolls();
    await pass(3_000);
    expect(board.network.askedFor(PROFILE)).toBe(1);
    expect(board.network.stream.isClosed).toBe(false);
  });

  it('drops a poll that is overtaken by the stream', async () => {
    board.start();
    board.answerPolls();
    board.network.reply(PRICES, rates({ gold24: 1 }));
    const release = board.network.hold(PRICES);
    board.network.stream.fail();
    await pass(1_000);
    board.sendAll();
    release();
    await pass(10_000);
    expect(board.network.askedFor(PRICES)).toBe(1);
    expect(board.store.getState().prices!.snapshot.gold_24k.sell).toBe(157_821);
  });
});

describe('once it is stopped', () => {
  it('has no stream, opens none, and asks for nothing', async () => {
    board.start();
    board.answerPolls();
    board.sendAll();
    board.store.stop();
    expect(board.network.stream.isClosed).toBe(true);
    board.start();
    board.network.stream.fail();
    await pass(100);
    board.store.stop();
    const count = () => [board.network.streams.length, board.network.asked.length];
    const before = count();
    await pass(60_000);
    expect(count()).toEqual(before);
  });
});
