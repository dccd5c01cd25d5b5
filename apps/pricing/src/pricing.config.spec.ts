import { describe, expect, it } from '@jest/globals';
import { metals } from '@sarafa/contracts';
import { PricingConfig } from './pricing.config.js';

const parse = (env: Record<string, string>) =>
  PricingConfig.parse({ MONGO_URL: 'mongodb://127.0.0.1/sarafa', NATS_URL: 'nats://127.0.0.1:4222', ...env });

describe('what is configured from a day on', () => {
  it('has every metal where nothing is said', () => {
    const { IMPORT_DUTY, MARKET_BOUNDS } = parse({});
    expect(IMPORT_DUTY).toEqual([{ from: '1970-01-01', gold: 5, silver: 6, platinum: 5 }]);
    const [{ min, max }] = metals.platinum.bounds;
    expect(MARKET_BOUNDS.map(({ from, platinum }) => [from, platinum])).toEqual([['2026-01-01', { min, max }]]);
  });

  it('has usual bounds of all metals for the same days, too narrow for two units', () => {
    const days = metals.gold.bounds.map(({ from }) => from);
    expect(new Set(days.map((day) => day.slice(0, 4))).size).toBe(days.length);
    for (const { bounds } of Object.values(metals)) {
      expect(bounds.map(({ from }) => from)).toEqual(days);
      for (const { min, max } of bounds) expect(max / min).toBeLessThan(31.1034768 / 10);
    }
  });

  it('may leave out platinum, whose duty is gold’s then, and whose bounds are the usual ones', () => {
    const before = { from: '1970-01-01', gold: 5, silver: 6 };
    const law = [
      before,
      { from: '2026-07-23', gold: 7.5, silver: 8, platinum: 6.4 },
      { from: '2027-01-01', gold: 0, silver: 1 },
    ];
    expect(parse({ IMPORT_DUTY: JSON.stringify(law) }).IMPORT_DUTY.map(({ platinum }) => platinum)).toEqual([5, 6.4, 0]);
    const range = { min: 1, max: 2 };
    const said = [{ from: '1970-01-01', gold: range, silver: range }];
    expect(parse({ MARKET_BOUNDS: JSON.stringify(said) }).MARKET_BOUNDS[0]!.platinum).toEqual({ min: 100_000, max: 310_000 });
  });

  it('is refused without gold or silver, or with a metal out of range', () => {
    for (const entry of [
      { gold: 5 },
      { silver: 6 },
      { gold: 5, silver: 6, platinum: 51 },
      { gold: 5, silver: 6, platinum: null },
    ]) {
      expect(() => parse({ IMPORT_DUTY: JSON.stringify([{ from: '1970-01-01', ...entry }]) })).toThrow();
    }
  });
});
