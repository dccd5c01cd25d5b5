import { describe, expect, it } from '@jest/globals';
import { whichStay } from './release-files.js';

const NOW = Date.parse('2026-10-01T00:00:00Z');
const DAY = 24 * 3_600_000;
const file = (name: string, days: number, size = 1_000) => ({ name, size, mtime: new Date(NOW - days * DAY).toISOString() });

describe('the files of other releases', () => {
  it('stay for thirty days', () => {
    const { kept, removed } = whichStay([file('old.js', 31), file('new.js', 29)], new Set(), NOW);
    expect([[...kept], removed]).toEqual([['new.js'], ['old.js']]);
  });

  it('go from the oldest on where there are too many, the own ones never', () => {
    const eight = 8 * 1_048_576;
    const there = [file('a.js', 3, eight), file('b.js', 1, eight), file('c.js', 2, eight), file('own.mp4', 40, eight)];
    const { kept, removed } = whichStay(there, new Set(['own.mp4']), NOW);
    expect([[...kept].sort(), removed]).toEqual([['b.js', 'c.js', 'own.mp4'], ['a.js']]);
  });
});
