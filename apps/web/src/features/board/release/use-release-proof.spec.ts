/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { rates, shop, SHOP_ID } from '../../../testing/fixtures.js';
import { type BoardAction, boardReducer, type BoardState, emptyBoard } from '../board-state.js';
import { standOf, viewOf } from '../board-view.js';

const meta = document.createElement('meta');
meta.name = 'release';
meta.content = 'aaaa';
document.head.append(meta);
// A page reads its own release once, when its script starts.
const { shownBy, useReleaseProof } = await import('./use-release-proof.js');

const after = (...actions: BoardAction[]): BoardState =>
  [{ type: 'profile', value: shop() } as const, { type: 'settled' } as const, ...actions].reduce(
    boardReducer,
    emptyBoard(SHOP_ID),
  );
const shows = (state: BoardState, isLoadingOver = true) => shownBy(state, viewOf(state, isLoadingOver), standOf(state));
const REACHED = { type: 'reached', at: 1 } as const;
const PRICES = { type: 'prices', value: rates() } as const;

describe('what a page has painted', () => {
  it('is rates once the server has told them to this page', () => {
    expect(shows(after(PRICES, REACHED))).toBe('rates');
    expect(shows(after(PRICES, REACHED, { type: 'prices-failed' }))).toBe('rates');
  });

  it('is nothing proven while it loads, has lost the server or shows what was kept', () => {
    expect(shows(after(PRICES, REACHED), false)).toBe('kept');
    expect(shows(after(PRICES, REACHED, { type: 'lost' }))).toBe('kept');
    const fresh = after(PRICES, REACHED);
    expect(shows({ ...fresh, prices: { ...fresh.prices!, received: false, isConfirmed: false } })).toBe('kept');
  });

  it('is a notice where the server says that there are no rates to show', () => {
    expect(shows(after(REACHED))).toBe('notice');
    expect(shows(after(PRICES, REACHED, { type: 'site', value: { isMaintenanceMode: true } }))).toBe('notice');
    expect(shows(after(REACHED, { type: 'profile', value: shop({ isSubscriptionValid: false }) }))).toBe('notice');
  });
});

describe('the service worker hears of a page', () => {
  let isHidden: boolean;
  let heard: { release: string; shows: string }[];
  let frames: (() => void)[];

  const hide = (hidden: boolean) => {
    isHidden = hidden;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  /** The browser paints, which it does for no hidden page. */
  const paint = async () => {
    for (const frame of isHidden ? [] : frames.splice(0)) frame();
    await act(async () => undefined);
  };
  const told = () => heard.splice(0).map(({ release, shows }) => `${release} ${shows}`);

  beforeEach(() => {
    jest.useFakeTimers();
    [isHidden, heard, frames] = [false, [], []];
    const worker = { ready: Promise.resolve({ active: { postMessage: (message: never) => heard.push(message) } }) };
    Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
    Object.defineProperty(document, 'hidden', { get: () => isHidden, configurable: true });
    Object.assign(globalThis, { requestAnimationFrame: (frame: () => void) => frames.push(frame) });
  });
  afterEach(() => {
    cleanup();
    jest.useRealTimers();
  });

  it('that it shows rates, once they are painted', async () => {
    renderHook(() => useReleaseProof('rates'));
    await paint();
    expect(told()).toEqual([]);
    await paint();
    expect(told()).toEqual(['aaaa rates']);
  });

  it('that there is nothing to show as long as nobody can see it, and then the truth', async () => {
    isHidden = true;
    renderHook(() => useReleaseProof('rates'));
    await paint();
    expect(told()).toEqual(['aaaa notice']);
    hide(false);
    await paint();
    await paint();
    expect(told()).toEqual(['aaaa rates']);
  });

  it('that it shows kept rates also where nobody can see it, by which a release without the server is found out', async () => {
    isHidden = true;
    renderHook(() => useReleaseProof('kept'));
    await paint();
    expect(told()).toEqual(['aaaa kept']);
  });

  it('the same of a page that is hidden before it is painted', async () => {
    renderHook(() => useReleaseProof('rates'));
    await paint();
    hide(true);
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(told()).toEqual(['aaaa notice']);
  });

  it('nothing as it is left for another page', async () => {
    renderHook(() => useReleaseProof('kept'));
    hide(true);
    // A page that was left has no more timers.
    await act(async () => undefined);
    expect(told()).toEqual([]);
  });
});
