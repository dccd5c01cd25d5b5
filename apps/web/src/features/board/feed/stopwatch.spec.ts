import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Stopwatch } from './stopwatch.js';

const NOW = Date.parse('2026-11-20T10:40:32.000Z');

describe('a stopwatch', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: NOW });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('goes by the clock that has moved further', () => {
    const watch = new Stopwatch();
    jest.advanceTimersByTime(5_000);
    expect(watch.ms).toBe(5_000);
    jest.setSystemTime(NOW + 3_600_000);
    expect(watch.ms).toBe(3_600_000);
    jest.setSystemTime(NOW - 55_000);
    expect(watch.ms).toBe(5_000);
  });

  it('measures hours, on a page that has been open for hours, and begins anew', () => {
    jest.advanceTimersByTime(3_600_000);
    const watch = new Stopwatch();
    jest.advanceTimersByTime(7_200_000);
    expect(watch.ms).toBe(7_200_000);
    watch.restart();
    jest.advanceTimersByTime(1_000);
    expect(watch.ms).toBe(1_000);
  });

  it('knows no time after the wall clock went back, because a sleep may be in it', () => {
    const watch = new Stopwatch();
    jest.setSystemTime(NOW - 60_001);
    expect(watch.ms).toBe(Infinity);
    watch.restart();
    expect(watch.ms).toBe(0);
  });

  it('forgets a clock that was set when it starts anew', () => {
    const watch = new Stopwatch();
    jest.setSystemTime(NOW + 3_600_000);
    watch.restart();
    expect(watch.ms).toBe(0);
  });
});
