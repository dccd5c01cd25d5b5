/** @jest-environment ./src/testing/web-environment.mjs */
import { describe, expect, it, jest } from '@jest/globals';
import { fedBoard, PRICES, PROFILE } from '../../../testing/fed-board.js';
import { passInSteps as pass } from '../../../testing/pass-in-steps.js';
import { NOW, rates } from '../../../testing/fixtures.js';

const board = fedBoard();
const NIGHT_MS = 46_800_000;

/** The TV sleeps: its wall clock goes on, and its timers stand still. */
function sleep(ms = NIGHT_MS): void {
  jest.setSystemTime(Date.now() + ms);
}

describe('after a sleep', () => {
  it('no rate of before is live when the stream fails before anybody has looked', () => {
    board.start();
    board.sendAll();
    sleep();
    board.network.stream.fail();
    expect(board.stand).toBe('stale');
  });

  it('no rate of before is live when the device says that it is offline', () => {
    board.start();
    board.sendAll();
    sleep();
    dispatchEvent(new Event('offline'));
    expect(board.stand).toBe('stale');
  });

  it.each([
    ['at the first look', async () => board.store.look()],
    ['a second later when nobody draws frames', () => pass(1_000)],
  ])('no rate of before is live %s', async (_, look) => {
    board.start();
    board.sendAll();
    expect(board.stand).toBe('live');
    sleep();
    await look();
    expect(board.stand).toBe('stale');
  });

  it('no rate is live that waited in the connection', async () => {
    board.start();
    board.sendAll();
    sleep();
    board.network.stream.send('prices', rates({ gold24: 1 }));
    expect(board.network.stream.isClosed).toBe(true);
    expect([board.stand, board.store.getState().prices!.snapshot.gold_24k.sell]).toEqual(['stale', 157_821]);
    await pass(1_000);
    board.sendAll();
    expect(board.stand).toBe('live');
  });

  it('no polled rate is live any more, and is asked for at once', async () => {
    board.start();
    board.answerPolls();
    board.network.stream.fail();
    await pass(2_000);
    expect([board.stand, board.network.askedFor(PRICES)]).toEqual(['live', 1]);
    const release = board.network.hold(PRICES);
    sleep();
    board.store.look();
    expect([board.stand, board.network.askedFor(PRICES)]).toEqual(['stale', 2]);
    release();
    await pass(0);
    expect(board.stand).toBe('live');
  });

  it('no answer is taken that was on its way', async () => {
    board.start();
    board.answerPolls();
    const release = board.network.hold(PRICES);
    board.network.stream.fail();
    await pass(100);
    sleep();
    release();
    await pass(0);
    expect(board.store.getState().prices).toBeNull();
  });

  it('a short one changes nothing', async () => {
    board.start();
    board.sendAll();
    sleep(20_000);
    board.network.stream.send('heartbeat', { now: new Date(NOW).toISOString() });
    await pass(1_000);
    expect([board.stand, board.network.askedFor(PROFILE)]).toEqual(['live', 0]);
  });

  it('the time is right again after a short one with the next poll, while there is no stream', async () => {
    board.start();
    board.answerPolls();
    board.sendAll();
    board.network.stream.fail();
    sleep(50_000);
    board.network.date = new Date(NOW + 50_000).toUTCString();
    await pass(5_000);
    expect(Math.abs(board.store.clock.now()! - NOW - 55_000)).toBeLessThan(5_000);
  });
});
