import { describe, expect, it } from '@jest/globals';
import { isMarketOpen, marketOpenedAt, marketWeek } from './market-hours.js';

const at = (text: string) => Date.parse(text);
const turn = (text: string) => new Date(marketWeek(at(text)).nextTurn).toISOString();

describe('the market week', () => {
  it.each([
    // New York is 5 hours behind UTC in winter, and 4 in summer.
    ['Friday 16:59 in winter', '2026-11-20T21:59:59.999Z', false],
    ['Friday 17:00 in winter', '2026-11-20T22:00:00.000Z', true],
    ['Saturday', '2026-11-21T12:00:00.000Z', true],
    ['Sunday 17:59 in winter', '2026-11-22T22:59:59.999Z', true],
    ['Sunday 18:00 in winter', '2026-11-22T23:00:00.000Z', false],
    ['Wednesday', '2026-11-18T12:00:00.000Z', false],
    ['Friday 17:00 in summer', '2026-07-03T21:00:00.000Z', true],
    ['Friday 16:59 in summer', '2026-07-03T20:59:59.999Z', false],
    ['Sunday 18:00 in summer', '2026-07-05T22:00:00.000Z', false],
    // Clocks go back on Sunday 1 November 2026 and forward on Sunday 8 March 2026, both while the market is closed.
    ['Sunday 17:59 after clocks went back', '2026-11-01T22:59:59.999Z', true],
    ['Sunday 18:00 after clocks went back', '2026-11-01T23:00:00.000Z', false],
    ['Sunday 18:00 after clocks went forward', '2026-03-08T22:00:00.000Z', false],
    ['Sunday 17:59 after clocks went forward', '2026-03-08T21:59:59.999Z', true],
  ])('%s', (_, instant, closed) => {
    expect(marketWeek(at(instant)).closed).toBe(closed);
  });

  it('knows when it closed last', () => {
    expect(marketWeek(at('2026-11-21T12:00:00Z')).lastClose).toBe(at('2026-11-20T22:00:00Z'));
    expect(marketWeek(at('2026-11-20T21:00:00Z')).lastClose).toBe(at('2026-11-13T22:00:00Z'));
  });

  it('has hours by which it closes, or never does', () => {
    const [friday, saturday] = [at('2026-11-20T21:00:00Z'), at('2026-11-21T12:00:00Z')];
    expect([isMarketOpen('spot', friday), isMarketOpen('spot', saturday), isMarketOpen('always', saturday)]).toEqual([
      true,
      false,
      true,
    ]);
    expect([marketOpenedAt('spot', saturday), marketOpenedAt('always', saturday)]).toEqual([at('2026-11-15T23:00:00Z'), 0]);
  });

  it('knows when it turns next', () => {
    expect(turn('2026-11-20T21:00:00Z')).toBe('2026-11-20T22:00:00.000Z');
    expect(turn('2026-11-20T22:00:00Z')).toBe('2026-11-22T23:00:00.000Z');
    // Across the change of clocks.
    expect(turn('2026-10-31T12:00:00Z')).toBe('2026-11-01T23:00:00.000Z');
    expect(turn('2026-11-22T23:00:00Z')).toBe('2026-11-27T22:00:00.000Z');
  });
});
