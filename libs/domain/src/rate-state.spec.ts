import { describe, expect, it } from '@jest/globals';
import type { Quote } from '@sarafa/contracts';
import { freshForMs, nextRateStateChange, rateState, statesWithoutRow } from './rate-state.js';

const MINUTE = 60_000;
const NOON = Date.parse('2026-11-18T12:00:00Z');
const metal = (at: number) => ({ price: '1', at: new Date(at).toISOString(), source: 'spec', dutyIncluded: false });
const quote = (gold: number, silver = gold, sample = false): Quote => ({
  seq: 1,
  gold: metal(gold),
  silver: metal(silver),
  sample,
});
const status = { updateIntervalMs: 5 * MINUTE, staleAfterMs: 15 * MINUTE, hours: 'spot' as const };

describe('how a rate stands', () => {
  it.each([
    [0, 'live'],
    [7.5 * MINUTE, 'live'],
    [7.5 * MINUTE + 1, 'delayed'],
    [15 * MINUTE, 'delayed'],
    [15 * MINUTE + 1, 'stale'],
  ])('%d ms old: %s', (age, state) => {
    expect(rateState(quote(NOON), status, NOON + age)).toBe(state);
  });

  it('is that of its older metal', () => {
    expect(rateState(quote(NOON + 20 * MINUTE, NOON), status, NOON + 20 * MINUTE)).toBe('stale');
  });

  it('is a sample, however new', () => {
    expect(rateState(quote(NOON, NOON, true), status, NOON)).toBe('sample');
    expect(nextRateStateChange(quote(NOON, NOON, true), status, NOON)).toBeUndefined();
  });

  it('of platinum is judged by its own time, and changes when that says so', () => {
    const early = NOON - 10 * MINUTE;
    const latest = { ...quote(NOON), platinum: metal(early) };
    expect([rateState(latest, status, NOON), statesWithoutRow(latest, status, NOON)]).toEqual([
      'live',
      { platinum: 'delayed' },
    ]);
    expect(nextRateStateChange(latest, status, NOON)).toBe(early + 15 * MINUTE + 1);
    expect(statesWithoutRow(latest, status, early + 15 * MINUTE + 1)).toEqual({ platinum: 'stale' });
    expect(statesWithoutRow({ ...latest, sample: true }, status, NOON)).toEqual({ platinum: 'sample' });
    expect(statesWithoutRow(quote(NOON), status, NOON)).toEqual({});
  });

  const close = Date.parse('2026-11-20T22:00:00Z');
  const saturday = Date.parse('2026-11-21T12:00:00Z');

  it('is closed at the week-end, unless it was stale before', () => {
    expect(rateState(quote(close - 15 * MINUTE), status, saturday)).toBe('closed');
    expect(rateState(quote(close - 15 * MINUTE - 1), status, saturday)).toBe('stale');
  });

  it('is never closed where the market always trades', () => {
    const always = { ...status, staleAfterMs: 8 * 24 * 60 * MINUTE, hours: 'always' as const };
    expect(rateState(quote(close), { ...always, staleAfterMs: status.staleAfterMs }, saturday)).toBe('stale');
    expect(nextRateStateChange(quote(NOON), always, saturday)).toBe(NOON + always.staleAfterMs + 1);
  });

  it('is fresh for one and a half intervals, and of an interval of seconds for those of a minute', () => {
    expect([freshForMs(5 * MINUTE), freshForMs(MINUTE), freshForMs(400)]).toEqual([7.5 * MINUTE, 1.5 * MINUTE, 1.5 * MINUTE]);
  });

  it('changes exactly when it says that it will', () => {
    for (const from of [NOON, close - 20 * MINUTE, close - MINUTE, Date.parse('2026-11-22T22:50:00Z')]) {
      let now = from;
      for (let step = 0; step < 5; step++) {
        const next = nextRateStateChange(quote(from), status, now);
        if (next === undefined) break;
        expect(rateState(quote(from), status, next - 1)).toBe(rateState(quote(from), status, now));
        now = next;
      }
    }
    const turns = [nextRateStateChange(quote(NOON), status, NOON), nextRateStateChange(quote(NOON), status, NOON + 8 * MINUTE)];
    expect(turns).toEqual([NOON + 7.5 * MINUTE + 1, NOON + 15 * MINUTE + 1]);
  });
});
