/** @jest-environment ./src/testing/web-environment.mjs */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { NOW } from '../../testing/fixtures.js';
import { ServerClock } from './feed/server-clock.js';
import { useNowByMinute } from './use-now.js';

const MINUTE_MS = 60_000;

beforeEach(() => void jest.useFakeTimers({ now: NOW }));
afterEach(() => void jest.useRealTimers());

it('the minute is that of the rendering, so that a TV that has slept takes yesterday’s rates for no rates of today', () => {
  const clock = new ServerClock();
  clock.readHeartbeat(NOW);
  const { result, rerender } = renderHook(() => useNowByMinute(clock));
  expect(result.current).toBe(NOW);
  act(() => void jest.advanceTimersByTime(MINUTE_MS));
  expect(result.current).toBe(NOW + MINUTE_MS);
  // Asleep: the day goes on, and no timer does.
  jest.setSystemTime(NOW + 12 * 60 * MINUTE_MS);
  rerender();
  expect(result.current).toBeUndefined();
});
