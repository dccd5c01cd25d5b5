import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  EVERY_QUOTE,
  marketRateLists,
  marketStatus,
  type PublishedRateList,
  type StateKey,
  tickQuote,
} from '@sarafa/contracts';
import { kolkataMidnight } from '@sarafa/domain';
import type { StateCache } from '@sarafa/server';
import { MarketClock } from './market-clock.js';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const STATUS = { updateIntervalMs: 5 * MINUTE, staleAfterMs: 15 * MINUTE, hours: 'always' };

const iso = (time: number) => new Date(time).toISOString();
const quoteOf = (time: number) => {
  const said = { price: '400000', at: iso(time), source: 'spec', dutyIncluded: false };
  return { seq: 1, sample: false, gold: said, silver: said };
};
/** A list whose rates are valid for an hour, until `end`. */
const listUntil = (end: number) => ({ id: 'list', set_at: iso(end - HOUR), valid_hours: 1 }) as PublishedRateList;

describe('what time alone changes of rates', () => {
  const values = new Map<StateKey, unknown>();
  let change: (stateKey: StateKey, value: unknown, id?: string) => void;
  let clock: MarketClock;
  /** When it was told that something has changed, in seconds from the beginning, and how the market stood then. */
  let told: [number, string | undefined][];

  beforeEach(() => {
    jest.useFakeTimers({ now: NOW });
    values.clear();
    told = [];
    const state = {
      peek: (stateKey: StateKey) => values.get(stateKey),
      revOf: () => 1,
      onChange: (hear: (stateKey: StateKey, id: string) => void) => {
        change = (stateKey, value, id = '') => {
          values.set(stateKey, value);
          hear(stateKey, id);
        };
      },
    } as unknown as StateCache;
    clock = new MarketClock(state);
    clock.onChange(() => told.push([(Date.now() - NOW) / SECOND, clock.rateState]));
  });

  afterEach(() => {
    clock.onApplicationShutdown();
    jest.useRealTimers();
  });

  it('is told once for each change, at its time, also of a market that was only loaded', () => {
    values.set(tickQuote, quoteOf(NOW - 10 * SECOND));
    expect(clock.rateState).toBeUndefined();
    values.set(marketStatus, STATUS);
    expect(clock.rateState).toBe('live');
    jest.advanceTimersByTime(HOUR);
    expect(told).toEqual([
      [440.001, 'delayed'],
      [890.001, 'stale'],
    ]);
    change(tickQuote, quoteOf(NOW + HOUR), EVERY_QUOTE);
    change(marketStatus, { ...STATUS, updateIntervalMs: 10 * MINUTE });
    jest.advanceTimersByTime(10 * MINUTE);
    expect(told.slice(2)).toEqual([[3_600, 'live']]);
  });

  it('is told when a rate list grows old, and not where the list is set anew or gone before', () => {
    const shop = (index: number) => String(index).repeat(24);
    change(marketRateLists, { lists: [listUntil(NOW + 100 * SECOND), listUntil(NOW + 200 * SECOND)] });
    // Sooner than the clock would look again by itself.
    clock.watchOwnList(shop(1), listUntil(NOW + 10 * SECOND));
    clock.watchOwnList(shop(2), listUntil(NOW + 50 * SECOND));
    clock.watchOwnList(shop(2), listUntil(NOW + 150 * SECOND));
    clock.watchOwnList(shop(3), listUntil(NOW + 60 * SECOND));
    clock.watchOwnList(shop(3), undefined);
    jest.advanceTimersByTime(300 * SECOND);
    expect(told.map(([time]) => time)).toEqual([10, 100, 150, 200]);
  });

  it('is told when a clock is set right that had set a list', () => {
    jest.setSystemTime(NOW + 2 * HOUR);
    change(marketRateLists, { lists: [listUntil(NOW + 3 * HOUR)] });
    jest.advanceTimersByTime(MINUTE);
    expect(told).toEqual([]);
    jest.setSystemTime(NOW);
    jest.advanceTimersByTime(30 * SECOND);
    expect(told).toHaveLength(1);
  });

  it('is told when the day ends', () => {
    const midnight = kolkataMidnight(NOW) + 24 * HOUR;
    jest.setSystemTime(midnight - 40 * SECOND);
    const today = clock.dayNumber;
    jest.advanceTimersByTime(39_999);
    expect([clock.dayNumber, told.length]).toEqual([today, 0]);
    jest.advanceTimersByTime(1);
    expect([clock.dayNumber, told.length]).toEqual([today + 1, 1]);
  });

  it('is watched no more once the process ends, whatever changes then', () => {
    values.set(marketStatus, STATUS);
    change(tickQuote, quoteOf(NOW), EVERY_QUOTE);
    clock.onApplicationShutdown();
    change(tickQuote, quoteOf(NOW), EVERY_QUOTE);
    clock.watchOwnList('a'.repeat(24), listUntil(NOW + SECOND));
    expect(jest.getTimerCount()).toBe(0);
  });
});
