import { describe, expect, it } from '@jest/globals';
import { MinuteCounts } from './minute-counts.js';

describe('counts of a minute', () => {
  it('are kept up to the ceiling, each on its own', () => {
    const counts = new MinuteCounts(2, 10);
    expect([counts.add('a'), counts.add('a'), counts.add('b'), counts.isAbove('a')]).toEqual([true, true, true, false]);
    expect(counts.add('a')).toBe(false);
    expect([counts.isAbove('a'), counts.isAbove('b')]).toEqual([true, false]);
    counts.clear();
    expect(counts.add('a')).toBe(true);
  });

  it('take no more room than they may, forget nobody who is above the ceiling, and count whoever is new', () => {
    const counts = new MinuteCounts(4, 100);
    for (let turn = 0; turn < 5; turn++) counts.add('above');
    for (let turn = 0; turn < 4; turn++) counts.add('nearly');
    for (let address = 0; address < 10_000; address++) {
      counts.add(`new-${address}`);
      expect(counts.size).toBeLessThanOrEqual(100);
    }
    expect([counts.add('above'), counts.add('nearly')]).toEqual([false, false]);
    expect([1, 2, 3, 4, 5].map(() => counts.add('new'))).toEqual([true, true, true, true, false]);
  });

  it('let whoever is new in while all others are above the ceiling', () => {
    const counts = new MinuteCounts(1, 3);
    for (const address of ['a', 'b', 'c', 'a', 'b', 'c']) counts.add(address);
    expect([counts.add('d'), counts.size, counts.add('a')]).toEqual([true, 3, false]);
  });
});
