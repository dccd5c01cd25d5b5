/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useAlwaysOn } from './use-always-on.js';

let [asked, held, persisted] = [0, 0, 0];
let visibility: DocumentVisibilityState = 'visible';
beforeEach(() => {
  [asked, held, persisted] = [0, 0, 0];
  const release = () => Promise.resolve(void held--);
  const browser = {
    wakeLock: { request: () => Promise.resolve((asked++, held++, { release })) },
    storage: { persist: () => Promise.resolve(++persisted > 0) },
  };
  for (const [name, value] of Object.entries(browser)) Object.defineProperty(navigator, name, { value, configurable: true });
  Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true });
});
afterEach(() => {
  for (const name of ['wakeLock', 'storage']) Reflect.deleteProperty(navigator, name);
});

const show = (state: DocumentVisibilityState) =>
  act(async () => {
    visibility = state;
    document.dispatchEvent(new Event('visibilitychange'));
    await Promise.resolve();
  });

it('a board on a wall keeps its files and leaves the screen on, also after it was hidden', async () => {
  const { unmount } = renderHook(() => useAlwaysOn(true));
  await show('hidden');
  expect([asked, persisted]).toEqual([1, 1]);
  await show('visible');
  expect(asked).toBe(2);
  unmount();
  await act(() => Promise.resolve());
  expect(held).toBe(1);
});

it('a phone asks for neither, and a browser that knows neither is left alone', () => {
  renderHook(() => useAlwaysOn(false));
  expect([asked, persisted]).toEqual([0, 0]);
  for (const name of ['wakeLock', 'storage']) Object.defineProperty(navigator, name, { value: undefined, configurable: true });
  renderHook(() => useAlwaysOn(true));
});
