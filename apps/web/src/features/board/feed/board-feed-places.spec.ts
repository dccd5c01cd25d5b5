/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fedBoard, PRICES } from '../../../testing/fed-board.js';
import { passInSteps as pass } from '../../../testing/pass-in-steps.js';
import { rates } from '../../../testing/fixtures.js';

const board = fedBoard();

describe('when other boards of the browser have all places for streams', () => {
  type Said = { says: string; rank: string };
  /** What this board hears of the others, and says to them. */
  let channel: { onmessage?: (event: { data: Said }) => void; said: Said[] };

  beforeEach(() => {
    channel = { said: [] };
    class Channel {
      constructor() {
        channel = this as never;
        channel.said = [];
      }
      postMessage = (said: Said) => channel.said.push(said);
      close = () => undefined;
    }
    Object.assign(globalThis, { BroadcastChannel: Channel });
  });
  afterEach(() => {
    Object.assign(globalThis, { BroadcastChannel: undefined });
  });

  it('polls as often as heartbeats come, is live by that, and has a stream again once there is a place', async () => {
    board.start();
    board.sendAll();
    board.answerPolls();
    const othersHave = () => ['1 0 a', '1 0 b', '1 0 c'].forEach((rank) => channel.onmessage!({ data: { says: 'has', rank } }));
    othersHave();
    expect(board.network.stream.isClosed).toBe(true);
    // The cable is out for a moment.
    for (const name of ['offline', 'online']) dispatchEvent(new Event(name));
    await pass(1_000);
    expect([board.stand, board.network.askedFor(PRICES)]).toEqual(['live', 1]);
    board.network.reply(PRICES, rates({ gold24: 158_000 }));
    await pass(14_500);
    expect(board.network.askedFor(PRICES)).toBe(2);
    expect([board.stand, board.store.getState().prices!.snapshot.gold_24k.sell]).toEqual(['live', 158_000]);
    for (let turn = 0; turn < 2; turn++) {
      othersHave();
      await pass(16_000);
    }
    const said = ['takes', 'leaves', 'asks', 'asks', 'asks'];
    expect([board.network.streams.length, channel.said.map(({ says }) => says)]).toEqual([1, said]);
    // Nobody answers.
    await pass(1_000);
    expect(board.network.streams).toHaveLength(2);
    board.sendAll();
    const asked = board.network.askedFor(PRICES);
    await pass(20_000);
    expect(board.network.askedFor(PRICES)).toBe(asked);
  });
});
