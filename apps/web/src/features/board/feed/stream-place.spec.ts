import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { StreamPlace } from './stream-place.js';

let places: Map<string, StreamPlace>;
let holders: Set<string>;
/** The boards that have opened a stream, each time that they did. */
let opened: string[];

/** Messages between pages come by the real event loop. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left >= 0; left -= 500) {
    await jest.advanceTimersByTimeAsync(Math.min(left, 500));
    for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done));
  }
}

async function opens(name: string, isScreen = false): Promise<void> {
  const take = () => {
    holders.add(name);
    opened.push(name);
    place.take();
  };
  const place: StreamPlace = new StreamPlace(isScreen, { lost: () => holders.delete(name), free: take });
  places.set(name, place);
  take();
  await pass(500);
}

async function closes(name: string): Promise<void> {
  places.get(name)!.stop();
  places.delete(name);
  holders.delete(name);
}

/** Nobody hears of it. */
function crashes(name: string): void {
  const { channel } = places.get(name)! as unknown as { channel: BroadcastChannel };
  channel.close();
  places.delete(name);
  holders.delete(name);
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
  [places, holders, opened] = [new Map(), new Set(), []];
});
afterEach(() => {
  [...places.keys()].forEach((name) => void closes(name));
  jest.useRealTimers();
});

describe('the boards of one browser', () => {
  it('have three streams, however many are opened, one after the other or at once', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await opens(name);
    expect([...holders]).toEqual(['a', 'b', 'c']);
    await Promise.all(['e', 'f', 'g', 'h'].map((name) => opens(name)));
    await pass(60_000);
    expect([...holders].sort()).toEqual(['a', 'b', 'c']);
    expect(['a', 'd', 'h'].map((name) => places.get(name)!.isWaiting)).toEqual([false, true, true]);
    const before = opened.length;
    await pass(60_000);
    // None of those that wait tries in vain.
    expect(opened).toHaveLength(before);
  });

  it('have three of the boards that begin in the same moment', async () => {
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => opens(name)));
    await pass(1_000);
    expect(holders.size).toBe(3);
  });

  it('get the place of one that is closed within seconds, and of one that has crashed a little later', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await opens(name);
    await closes('b');
    await pass(4_000);
    expect([...holders]).toEqual(['a', 'c', 'd']);
    await opens('e');
    expect(holders.size).toBe(3);
    crashes('a');
    await pass(20_000);
    expect([...holders]).toEqual(['c', 'd', 'e']);
    await closes('c');
    await pass(4_000);
    expect([opened.slice(4), places.get('d')!.isWaiting]).toEqual([['d', 'e', 'e'], false]);
  });

  it('open one stream each where two places become free at once, and none once they are closed', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await opens(name);
    await Promise.all(['a', 'b', 'e'].map(closes));
    await pass(20_000);
    expect([[...holders], opened.slice(5)]).toEqual([['c', 'd'], ['d']]);
  });

  it('leave a place to a paired screen, which has a remote', async () => {
    for (const name of ['a', 'b', 'c']) await opens(name);
    // A stream that begins anew is no newer board.
    places.get('a')!.take();
    await opens('tv', true);
    await pass(60_000);
    expect([...holders]).toEqual(['a', 'b', 'tv']);
  });

  it('keep their places however many screens have crashed before', async () => {
    await opens('a');
    for (const name of ['first', 'second', 'third']) {
      await opens(name, true);
      crashes(name);
    }
    await opens('tv', true);
    expect([...holders]).toEqual(['a', 'tv']);
  });
});

describe('a browser that forbids channels, as it forbids storage', () => {
  const { BroadcastChannel } = globalThis;

  afterEach(() => void Object.assign(globalThis, { BroadcastChannel }));

  it('has a stream for each board', async () => {
    const Forbidden = class {
      constructor() {
        throw new DOMException('no', 'SecurityError');
      }
    };
    Object.assign(globalThis, { BroadcastChannel: Forbidden });
    for (const name of ['a', 'b', 'c', 'd']) await opens(name);
    await pass(1_000);
    expect([...holders]).toEqual(['a', 'b', 'c', 'd']);
  });
});
