import { describe, expect, it } from '@jest/globals';
import { HistoryQuery } from './price-settings.js';

describe('a stretch of the past', () => {
  const query = (from: string, to: string, step: unknown = 900) =>
    HistoryQuery.safeParse({ metal: 'gold', from, to, step }).success;

  it('is between instants, however they are written', () => {
    expect(query('2026-11-20T10:00:00Z', '2026-11-20T10:00:00.500Z')).toBe(true);
    expect(query('2026-11-20T10:00:00.500Z', '2026-11-20T10:00:00.50Z')).toBe(false);
    expect(query('2026-11-20T10:00:00.500Z', '2026-11-20T10:00:00Z')).toBe(false);
  });

  it('is at most a day', () => {
    expect(query('2026-11-19T10:00:00Z', '2026-11-20T10:00:00Z')).toBe(true);
    expect(query('2026-11-19T10:00:00Z', '2026-11-20T10:00:00.001Z')).toBe(false);
  });

  it('has at most 288 points', () => {
    expect(query('2026-11-19T10:00:00Z', '2026-11-20T10:00:00Z', '300')).toBe(true);
    expect(query('2026-11-19T10:00:00Z', '2026-11-20T10:00:00Z', 299)).toBe(false);
  });
});
