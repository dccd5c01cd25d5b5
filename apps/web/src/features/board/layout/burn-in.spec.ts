import { describe, expect, it } from '@jest/globals';
import { burnInShift } from './burn-in.js';

describe('the shift against burn-in', () => {
  it('starts in place, comes round, and never goes beyond eight pixels', () => {
    const steps = Array.from({ length: 9 }, (_, step) => burnInShift(step));
    expect(steps[0]).toEqual({ x: 0, y: 0 });
    expect(burnInShift(9)).toEqual(steps[0]);
    for (const { x, y } of steps) expect(Math.hypot(x, y)).toBeLessThanOrEqual(8.5);
    expect(new Set(steps.map(({ x, y }) => `${x},${y}`)).size).toBe(9);
  });
});
