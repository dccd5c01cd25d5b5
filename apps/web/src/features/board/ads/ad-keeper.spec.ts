/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AdKeeper } from './ad-keeper.js';
import { forgetAds } from './forget-ads.js';

const SHOP = 'a'.repeat(24);
const NAME = `sarafa-ads-${SHOP}`;
const ads = (...names: string[]) => names.map((name) => ({ file_path: `/media/ads/${name}` }));

/** Imitates the browser: its caches, and a network that answers by path. */
let stored: Map<string, Map<string, unknown>>;
interface Reply {
  status?: number;
  type?: string;
  fails?: boolean;
  breaksOff?: boolean;
  size?: number;
  /** The bytes that come of `size`, where the answer has no length. */
  came?: number;
}
let replies: Map<string, Reply>;
let asked: string[];
/** The bytes left on this device, which the browser reports if `tellsRoom` is set, as most browsers do. */
let room: number;
let tellsRoom: boolean;
let release: (() => void) | undefined;

beforeEach(() => {
  jest.useFakeTimers();
  stored = new Map();
  replies = new Map();
  asked = [];
  room = 1_000;
  tellsRoom = false;
  release = undefined;
  const cache = (entries: Map<string, unknown>) => ({
    match: async (path: string) => entries.get(path),
    keys: async () => [...entries.keys()].map((path) => ({ url: `http://localhost${path}` })),
    delete: async (of: string | { url: string }) => entries.delete(typeof of === 'string' ? of : new URL(of.url).pathname),
    put: async (path: string, response: unknown) => {
      const { size = 1, breaksOff } = replies.get(path) ?? {};
      if (breaksOff) throw new TypeError('Failed to fetch');
      if (size > room) throw new DOMException('full', 'QuotaExceededError');
      room -= size;
      entries.set(path, response);
    },
  });
  const caches = {
    open: async (name: string) => {
      if (!stored.has(name)) stored.set(name, new Map());
      return cache(stored.get(name)!);
    },
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  };
  const fetch = async (path: string, { method, signal }: RequestInit = {}) => {
    const { status = 200, type = 'image/webp', size = 1, came, fails } = replies.get(path) ?? {};
    const get = (name: string) => (name === 'content-type' ? type : String(size));
    const headers = { get, has: () => came === undefined };
    if (method === 'HEAD') return { status, headers };
    asked.push(path);
    if (fails) throw new TypeError('Failed to fetch');
    if (release === undefined && path.endsWith('slow.mp4'))
      await new Promise<void>((done, fail) => {
        release = done;
        signal!.addEventListener('abort', () => fail(new DOMException('ended', 'AbortError')));
      });
    return { status, headers, blob: async () => ({ size: came }) };
  };
  Object.assign(globalThis, { caches, fetch });
  Object.assign(window, { caches });
  const storage = {
    estimate: async () => (tellsRoom ? { quota: 1_000, usage: 1_000 - room } : {}),
  };
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });
});
afterEach(() => {
  jest.useRealTimers();
});

const kept = () => [...(stored.get(NAME)?.keys() ?? [])].map((path) => path.slice('/media/ads/'.length));
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe("a shop's ads on this device", () => {
  it('are fetched one after the other, after the first seconds', async () => {
    const keeper = new AdKeeper(SHOP);
    keeper.keep(ads('slow.mp4', 'b.webp'));
    await pass(2_900);
    expect(asked).toEqual([]);
    await pass(200);
    expect(asked).toEqual(['/media/ads/slow.mp4']);
    release!();
    await pass(1);
    expect(kept()).toEqual(['slow.mp4', 'b.webp']);
  });

  it('are not fetched again, and go when the shop has them no more', async () => {
    const keeper = new AdKeeper(SHOP);
    keeper.keep(ads('a.webp', 'b.webp'));
    await pass(3_100);
    keeper.keep(ads('a.webp', 'b.webp'));
    await pass(60_000);
    expect(asked).toHaveLength(2);
    keeper.keep(ads('c.webp', 'b.webp'));
    await pass(3_100);
    expect(kept()).toEqual(['b.webp', 'c.webp']);
    keeper.keep([]);
    await pass(3_100);
    expect(kept()).toEqual([]);
    expect(asked).toHaveLength(3);
  });

  it('are tried again after a minute, then two, when the network fails or somebody else answers', async () => {
    replies.set('/media/ads/a.webp', { fails: true });
    const keeper = new AdKeeper(SHOP);
    keeper.keep(ads('a.webp'));
    await pass(3_100);
    replies.set('/media/ads/a.webp', { type: 'text/html' });
    await pass(60_000);
    expect([asked.length, kept()]).toEqual([1, []]);
    replies.set('/media/ads/a.webp', {});
    await pass(60_000);
    expect(asked.length).toBe(1);
    await pass(60_000);
    expect([asked.length, kept()]).toEqual([2, ['a.webp']]);
  });

  it.each([
    ['says so beforehand', true, ['small.webp', 'middle.webp']],
    ['says so at the end of a file', false, ['small.webp', 'middle.webp', 'large.mp4']],
  ])('that have no room are left to the network, the others are kept, when the disk %s', async (_, tells, fetched) => {
    tellsRoom = tells;
    room = 400;
    for (const [name, size] of Object.entries({ 'large.mp4': 500, 'small.webp': 100, 'middle.webp': 200 }))
      replies.set(`/media/ads/${name}`, { size });
    const told: boolean[] = [];
    const keeper = new AdKeeper(SHOP, (isFull) => told.push(isFull));
    keeper.keep(ads('large.mp4', 'middle.webp', 'small.webp'));
    await pass(600_000);
    expect([asked.map((path) => path.slice('/media/ads/'.length)), kept(), told]).toEqual([
      fetched,
      ['small.webp', 'middle.webp'],
      [true],
    ]);

    room = 600;
    await pass(3_600_000);
    expect([kept(), told]).toEqual([
      ['small.webp', 'middle.webp', 'large.mp4'],
      [true, false],
    ]);
    keeper.stop();
  });

  it('a file that never comes keeps the others waiting for a minute', async () => {
    new AdKeeper(SHOP).keep(ads('slow.mp4', 'b.webp'));
    await pass(63_100);
    expect(kept()).toEqual(['b.webp']);
  });

  it('a file that is gone keeps the others from nothing', async () => {
    replies.set('/media/ads/a.webp', { status: 404 });
    new AdKeeper(SHOP).keep(ads('a.webp', 'b.webp'));
    await pass(3_100);
    expect(kept()).toEqual(['b.webp']);
  });

  it.each([
    ['that only gets an error', { status: 502 }],
    ['whose download breaks off', { breaksOff: true }],
    ['of which a part came, by an answer without a length,', { size: 2, came: 1 }],
  ])('a file %s keeps the others from nothing, and is tried again', async (_, reply) => {
    replies.set('/media/ads/a.webp', reply);
    new AdKeeper(SHOP).keep(ads('a.webp', 'b.webp'));
    await pass(3_100);
    expect(kept()).toEqual(['b.webp']);
    replies.delete('/media/ads/a.webp');
    await pass(60_000);
    expect(kept()).toEqual(['b.webp', 'a.webp']);
  });

  it('of which one fails and one has no room are said to have none, and are tried again after a minute', async () => {
    room = 1;
    replies.set('/media/ads/a.webp', { status: 502 });
    replies.set('/media/ads/c.webp', { size: 2 });
    const told: boolean[] = [];
    new AdKeeper(SHOP, (isFull) => told.push(isFull)).keep(ads('a.webp', 'b.webp', 'c.webp'));
    await pass(3_100);
    expect([kept(), told]).toEqual([['b.webp'], [true]]);
    room = 10;
    replies.delete('/media/ads/a.webp');
    await pass(60_000);
    expect([kept(), told]).toEqual([
      ['b.webp', 'a.webp', 'c.webp'],
      [true, false],
    ]);
  });

  it('are kept again within an hour where the service worker has taken their room', async () => {
    const keeper = new AdKeeper(SHOP);
    keeper.keep(ads('one.webp'));
    await pass(5_000);
    expect(kept()).toEqual(['one.webp']);
    stored.clear();
    await pass(3_600_000);
    expect(kept()).toEqual(['one.webp']);
    keeper.stop();
  });

  it('that have no room put nothing off for the ads that follow them', async () => {
    room = 1;
    replies.set('/media/ads/slow.mp4', { size: 2 });
    const told: boolean[] = [];
    const keeper = new AdKeeper(SHOP, (isFull) => told.push(isFull));
    keeper.keep(ads('slow.mp4'));
    await pass(3_100);
    keeper.keep(ads('b.webp'));
    release!();
    await pass(3_100);
    expect([kept(), told]).toEqual([['b.webp'], [false]]);
  });

  it('are of three shops at most, and nobody’s once the shop is gone', async () => {
    for (const other of ['b', 'c', 'd', 'e']) stored.set(`sarafa-ads-${other.repeat(24)}`, new Map());
    stored.set('sarafa-media', new Map());
    new AdKeeper(SHOP).keep(ads('a.webp'));
    await pass(3_100);
    expect([...stored.keys()]).toEqual(['sarafa-ads-' + 'd'.repeat(24), 'sarafa-ads-' + 'e'.repeat(24), 'sarafa-media', NAME]);
    void forgetAds(SHOP);
    await pass(1);
    expect(stored.has(NAME)).toBe(false);
  });

  it('stay where boards of more shops are open, however long', async () => {
    const shops = ['b', 'c', 'd', 'e'].map((letter) => letter.repeat(24));
    for (const shop of shops) {
      new AdKeeper(shop).keep(ads(`${shop}.webp`));
      await pass(10_000);
    }
    const loaded = () => shops.map((shop) => asked.filter((path) => path.includes(shop)).length);
    await pass(2 * 3_600_000);
    const settled = loaded();
    await pass(24 * 3_600_000);
    expect(loaded()).toEqual(settled);
  });

  it('stay where a slow disk holds up what was to keep others', async () => {
    const { open } = caches;
    let goOn!: () => void;
    caches.open = async (name) => {
      caches.open = open;
      await new Promise<void>((done) => (goOn = done));
      return open(name);
    };
    const keeper = new AdKeeper(SHOP);
    keeper.keep(ads('a.webp'));
    await pass(3_100);
    keeper.keep(ads('a.webp', 'b.webp'));
    await pass(3_100);
    goOn();
    await pass(1);
    expect(kept()).toEqual(['a.webp', 'b.webp']);
  });

  it('stop coming when the board closes', async () => {
    const keeper = new AdKeeper(SHOP);
    keeper.keep(ads('a.webp'));
    keeper.stop();
    await pass(60_000);
    expect(asked).toEqual([]);
  });
});
