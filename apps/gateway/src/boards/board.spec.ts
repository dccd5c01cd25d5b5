import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Answer } from './answer.js';
import { Board } from './board.js';
import type { BoardAnswers } from './board-answers.js';
import { StreamSocket } from './stream-socket.js';

const answer = Answer.json({});
interface Shop {
  isGone: boolean;
  isSubscribed: boolean | undefined;
  hasRates: boolean;
  holdEnd: number | undefined;
  until: number;
  looks: number;
}
const PLAIN: Shop = { isGone: false, isSubscribed: true, hasRates: true, holdEnd: undefined, until: Infinity, looks: 0 };
const shop = { ...PLAIN };
beforeEach(() => {
  Object.assign(shop, PLAIN);
});
const state = {
  isGone: () => shop.isGone,
  isSubscribed: () => shop.isSubscribed,
  profile: () => (shop.isSubscribed === undefined ? undefined : answer),
  siteSwitches: () => answer,
  customTables: () => answer,
  advertisements: () => answer,
  pricing: () => {
    shop.looks++;
    return shop.isSubscribed && shop.hasRates ? { until: shop.until } : undefined;
  },
  pricesBy: (pricing: object | undefined) => pricing && Answer.json({}),
  holdEnd: () => shop.holdEnd,
} as unknown as BoardAnswers;

describe('a board whose shop is deleted', () => {
  const server = createServer();

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('says so once, however often it is told of it before its screens have left', async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const asked = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
    const reading = new Promise<string>((resolve, reject) => {
      get({ port: (server.address() as AddressInfo).port }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => resolve(text)).on('error', reject);
      }).on('error', reject);
    });
    const [, response] = await asked;
    const faults: unknown[] = [];
    response.on('error', (fault) => faults.push(fault));
    const board = new Board('f'.repeat(24), state, () => {});
    board.add(StreamSocket.take(response, {})!);
    shop.isGone = true;
    // Profile, rows and ads change one after the other, with a heartbeat in between.
    board.refresh();
    board.refresh();
    board.write('event: heartbeat\n\n');
    expect((await reading).match(/event: gone/g)).toHaveLength(1);
    expect(faults).toEqual([]);
  });
});

let heard: string[];
/** What streams began with and were sent, as `event data`. */
let frames: string[];
let streams: StreamSocket[];

function boardWithStream(): Board {
  [heard, frames, streams] = [[], [], []];
  const board = new Board('f'.repeat(24), state, () => {});
  board.add(stream());
  return board;
}

function stream(): StreamSocket {
  const hear = (text: string | Buffer) => {
    for (const [, event, data] of String(text).matchAll(/event: (.*)\ndata: (.*)/g)) {
      heard.push(event!);
      frames.push(`${event} ${data}`);
    }
  };
  const made = { start: hear, write: hear } as StreamSocket;
  streams.push(made);
  return made;
}

describe('a board that screens leave', () => {
  it('tells those that have left nothing more, and is empty with the last of them', () => {
    const board = boardWithStream();
    const another = stream();
    board.add(another);
    board.remove(another);
    frames.length = 0;
    board.refreshPrices();
    expect([frames, board.isEmpty]).toEqual([['prices {}'], false]);
    for (const left of streams) board.remove(left);
    board.refreshPrices();
    expect([frames, board.isEmpty]).toEqual([['prices {}'], true]);
  });
});

describe('a board whose shop no longer has rates', () => {
  it('takes back those that it has sent, once, and sends new ones as soon as there are any', () => {
    const board = boardWithStream();
    frames.length = 0;
    shop.hasRates = false;
    board.refresh();
    board.refreshPrices();
    expect(frames).toEqual(['prices null']);
    frames.length = 0;
    board.add(stream());
    expect(frames.filter((frame) => frame.startsWith('prices'))).toEqual(['prices null']);
    frames.length = 0;
    shop.hasRates = true;
    board.refreshPrices();
    expect(frames.filter((frame) => frame.startsWith('prices'))).toEqual(['prices {}', 'prices {}']);
  });

  it('takes them back, once, where a part of what the shop has is lost', () => {
    const board = boardWithStream();
    frames.length = 0;
    shop.isSubscribed = undefined;
    board.refresh();
    board.refreshPrices();
    expect(frames).toEqual(['prices null']);
    shop.isSubscribed = true;
    board.refresh();
    expect(frames).toEqual(['prices null', 'prices {}']);
  });
});

describe('a board at each quote', () => {
  it('looks at its shop only where that has changed, or where its time has come', () => {
    const start = Date.now();
    shop.until = start + 60_000;
    const board = boardWithStream();
    const looks = (quotes: number) => {
      shop.looks = 0;
      for (let quote = 0; quote < quotes; quote++) board.refreshPrices();
      return shop.looks;
    };
    expect(looks(3)).toBe(0);
    board.refresh();
    expect(looks(3)).toBe(0);
    const now = jest.spyOn(Date, 'now').mockReturnValue(shop.until);
    shop.until += 60_000;
    expect(looks(3)).toBe(1);
    now.mockRestore();
    shop.hasRates = false;
    board.refresh();
    expect(looks(3)).toBe(3);
  });
});

describe('a board whose shop holds its rates', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('tells those that are left of its screens the prices once the hold has ended, and not when it would have', () => {
    shop.holdEnd = Date.now() + 60_000;
    const board = boardWithStream();
    board.add(stream());
    shop.holdEnd = Date.now() + 90_000;
    board.refresh();
    board.remove(streams[0]!);
    frames.length = 0;
    jest.advanceTimersByTime(90_000);
    expect(frames).toEqual([]);
    jest.advanceTimersByTime(10);
    expect(frames).toEqual(['prices {}']);
  });

  it('waits for the end no more where the hold is ended before, or nobody is left', () => {
    shop.holdEnd = Date.now() + 60_000;
    const board = boardWithStream();
    board.remove(streams[0]!);
    expect(jest.getTimerCount()).toBe(0);
    const another = boardWithStream();
    shop.holdEnd = undefined;
    another.refresh();
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('a board whose subscription has ended', () => {
  it('tells an open stream no more prices, and one that opens then the profile alone', () => {
    shop.until = Date.now() + 60_000;
    const board = boardWithStream();
    heard.length = 0;
    board.refreshPrices();
    expect(heard).toEqual(['prices']);
    const now = jest.spyOn(Date, 'now').mockReturnValue(shop.until);
    shop.isSubscribed = false;
    // A quote may come before the end is noticed.
    board.refreshPrices();
    board.refresh();
    board.refreshPrices();
    expect(heard).toEqual(['prices']);
    board.add(stream());
    now.mockRestore();
    expect(heard).toEqual(['prices', 'profile']);
  });

  it('says when it is renewed that there are no rates, where there are none yet', () => {
    const board = boardWithStream();
    Object.assign(shop, { isSubscribed: false, hasRates: false });
    board.refresh();
    frames.length = 0;
    shop.isSubscribed = true;
    board.refresh();
    board.refreshPrices();
    expect(frames.filter((frame) => frame.startsWith('prices'))).toEqual(['prices null']);
    shop.hasRates = true;
  });

  it('tells a new stream the profile alone, and the rest once it is renewed', () => {
    Object.assign(shop, { isGone: false, isSubscribed: false });
    const board = boardWithStream();
    expect(heard).toEqual(['profile']);
    shop.isSubscribed = true;
    board.refresh();
    expect(heard).toEqual(['profile', 'maintenance', 'custom-tables', 'advertisements', 'prices']);
  });
});
