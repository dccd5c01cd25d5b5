/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BOARD_PROTOCOL, type RateState } from '@sarafa/contracts';
import { rates, shop, SHOP_ID } from '../../../testing/fixtures.js';
import { type BoardAction, boardReducer, emptyBoard } from '../board-state.js';

const meta = document.createElement('meta');
meta.name = 'release';
meta.content = 'aaaa';
document.head.append(meta);
// A page reads its own release once, when its script starts.
const { boardPage, ReleaseFollower } = await import('./follow-releases.js');

const MINUTE = 60_000;
const NIGHT = Date.parse('2026-11-20T22:00:00Z');
const NOON = Date.parse('2026-11-20T06:30:00Z');

let state = emptyBoard(SHOP_ID);
let serverTime: number | undefined;
/** The service worker's state; undefined without a worker. */
let kept: object | undefined;
/** What the storage does in place of finding that state. */
let broken: (() => Promise<never>) | undefined;
let updates: number;
/** What each look for a new worker ends with. */
let failure: Error | undefined;
let reloads: number;
let page: string | undefined;
/** The type of the files past the browser's own cache. A sign-in page is in that cache. */
let fileType: string;
let follower: InstanceType<typeof ReleaseFollower>;

const report = (...actions: BoardAction[]) => (state = actions.reduce(boardReducer, state));
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const installed = (release: string, more: object = {}) => (kept = { installed: release, accepted: 'aaaa', ...more });
const market = (word: RateState) => report({ type: 'prices', value: { ...rates(), state: word } });

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  state = emptyBoard(SHOP_ID);
  serverTime = NOON;
  updates = 0;
  failure = undefined;
  reloads = 0;
  page = undefined;
  fileType = 'text/javascript';
  broken = undefined;
  kept = { installed: 'aaaa', accepted: 'aaaa' };
  report(
    { type: 'profile', value: shop() },
    { type: 'prices', value: rates() },
    { type: 'reached', at: NOON },
    { type: 'settled' },
  );
  const caches = { open: async () => ({ match: async () => (broken ? broken() : kept && { json: async () => kept }) }) };
  Object.assign(window, { caches });
  Object.assign(globalThis, {
    caches,
    fetch: async (_: string, { cache }: RequestInit) => ({
      ok: page !== undefined,
      headers: { get: () => (cache === 'reload' ? fileType : 'text/html') },
      text: async () => page ?? '',
    }),
  });
  const worker = {
    get controller() {
      return kept ?? null;
    },
    ready: Promise.resolve({
      update: async () => {
        updates++;
        if (failure) throw failure;
      },
    }),
  };
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  const store = {
    clock: { now: () => serverTime },
    getState: () => state,
    subscribe: () => () => undefined,
    stop: () => undefined,
  };
  follower = new ReleaseFollower(boardPage(store as never), () => void reloads++);
});
afterEach(() => {
  follower.stop();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('an open board', () => {
  it('looks for the release that the server names, after a share of five minutes', async () => {
    report({ type: 'server', value: { release: 'bbbb' } });
    await pass(2 * MINUTE);
    expect(updates).toBe(0);
    await pass(2 * MINUTE);
    expect(updates).toBe(1);
    await pass(60 * MINUTE);
    expect(updates).toBe(1);
  });

  it('looks again after a look that failed, as when the browser could not start the new worker', async () => {
    failure = new Error('Timed out while trying to start the Service Worker');
    report({ type: 'server', value: { release: 'bbbb' } });
    await pass(4 * MINUTE);
    expect(updates).toBe(1);
    failure = undefined;
    await pass(4 * MINUTE);
    expect(updates).toBe(2);
    await pass(60 * MINUTE);
    expect(updates).toBe(2);
  });

  it('takes a new release at night, after its share of an hour', async () => {
    installed('bbbb');
    await pass(3 * 60 * MINUTE);
    expect(reloads).toBe(0);
    serverTime = NIGHT;
    await pass(29 * MINUTE);
    expect(reloads).toBe(0);
    await pass(3 * MINUTE);
    expect(reloads).toBeGreaterThan(0);
  });

  it('takes it while the market is closed, but not before it has been the newest for ten minutes', async () => {
    market('closed');
    await pass(60 * MINUTE);
    installed('bbbb');
    await pass(9 * MINUTE);
    installed('cccc');
    await pass(9 * MINUTE);
    expect(reloads).toBe(0);
    await pass(3 * MINUTE);
    expect(reloads).toBeGreaterThan(0);
  });

  it('takes it at once when the server talks to it no more, whatever the hour', async () => {
    installed('bbbb');
    report({ type: 'server', value: { release: 'bbbb', oldestProtocol: BOARD_PROTOCOL } });
    await pass(5 * MINUTE);
    expect(reloads).toBe(0);
    report({ type: 'server', value: { release: 'bbbb', oldestProtocol: BOARD_PROTOCOL + 1 } });
    await pass(1 * MINUTE);
    expect(reloads).toBeGreaterThan(0);
  });

  it('stays as it is while it shows no rate: nobody could tell whether the new release is better', async () => {
    serverTime = NIGHT;
    installed('bbbb');
    report({ type: 'site', value: { isMaintenanceMode: true } });
    await pass(90 * MINUTE);
    expect(reloads).toBe(0);
  });

  it('takes it also where the shop shows ads alone, which never has a rate', async () => {
    serverTime = NIGHT;
    installed('bbbb');
    const none = { gold_prices_enabled: false, silver_prices_enabled: false };
    report({ type: 'profile', value: shop(none) });
    await pass(90 * MINUTE);
    expect(reloads).toBeGreaterThan(0);
  });

  it('stays while nobody knows the time', async () => {
    serverTime = undefined;
    installed('bbbb');
    await pass(90 * MINUTE);
    expect(reloads).toBe(0);
  });

  it.each([
    ['after the third failure, for good', { failures: { bbbb: 3 }, failedAt: 0 }],
    ['for an hour after a failure', { failures: { bbbb: 1 }, failedAt: Date.now() + 3_000_000 }],
  ])('leaves a release alone %s', async (_, failure) => {
    jest.setSystemTime(Date.now());
    serverTime = NIGHT;
    installed('bbbb', failure);
    await pass(60 * MINUTE);
    expect(reloads).toBe(0);
  });

  it.each([
    ['without a service worker', () => void (kept = undefined)],
    ['with a storage that refuses', () => void (broken = () => Promise.reject(new DOMException('no', 'UnknownError')))],
    ['with a storage that never answers', () => void (broken = () => new Promise(() => undefined))],
  ])('%s is loaded again only when the whole new page can be had', async (_, happens) => {
    happens();
    serverTime = NIGHT;
    report({ type: 'server', value: { release: 'bbbb' } });
    await pass(60 * MINUTE);
    expect(reloads).toBe(0);
    page = '<meta name="release" content="aaaa"><script src="/assets/board-1.js">';
    await pass(5 * MINUTE);
    expect(reloads).toBe(0);
    page = '<meta name="release" content="bbbb"><script src="/assets/board-2.js">';
    fileType = 'text/html';
    await pass(MINUTE);
    expect(reloads).toBe(0);
    fileType = 'text/javascript';
    await pass(MINUTE);
    expect(reloads).toBeGreaterThan(0);
  });
});
