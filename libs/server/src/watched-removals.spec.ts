import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Metrics } from './metrics.js';
import { WatchedRemovals } from './watched-removals.js';

const keys = (count: number) => Array.from({ length: count }, (_, index) => `key-${index}`);

describe('removals that are watched', () => {
  let metrics: Metrics;
  let gone: string[];
  const remove = (key: string) => Promise.resolve(void gone.push(key));
  const watched = (graceMs: number, until?: string) =>
    new WatchedRemovals(metrics, { what: 'rows', graceMs, ...(until ? { REMOVE_ANYWAY_UNTIL: until } : {}) });
  const shown = async (name: string) => {
    const line = (await metrics.registry.metrics()).split('\n').find((text) => text.startsWith(`${name}{what="rows"}`));
    return line === undefined ? undefined : Number(line.split(' ')[1]);
  };

  beforeEach(() => {
    metrics = new Metrics();
    gone = [];
  });

  it('are none at first sight, and say when they will be', async () => {
    const removals = watched(60_000);
    const before = Date.now();
    await removals.sweep(['key-1'], 100, remove);
    await removals.sweep(['key-1'], 100, remove);
    expect([gone, await shown('sarafa_removals_watched'), await shown('sarafa_removals_total')]).toEqual([[], 1, 0]);
    const next = (await shown('sarafa_removals_next_timestamp_seconds'))! * 1_000;
    // The monotonic clock has parts of a millisecond.
    expect(next).toBeGreaterThan(before + 59_998);
    expect(next).toBeLessThan(Date.now() + 60_002);
  });

  it('are not made sooner where the clock is set', async () => {
    const removals = watched(60_000);
    await removals.sweep(['key-1'], 100, remove);
    const now = Date.now();
    const later = jest.spyOn(Date, 'now').mockReturnValue(now + 86_400_000);
    await removals.sweep(['key-1'], 100, remove);
    later.mockRestore();
    expect(gone).toEqual([]);
  });

  it('are made when the grace is over', async () => {
    await watched(0).sweep(['key-1'], 100, remove);
    expect([gone, await shown('sarafa_removals_watched'), await shown('sarafa_removals_total')]).toEqual([['key-1'], 0, 1]);
    expect(await shown('sarafa_removals_next_timestamp_seconds')).toBeUndefined();
  });

  it('forget what is somebody’s again, whose grace begins anew', async () => {
    const removals = watched(60_000);
    await removals.sweep(['key-1'], 100, remove);
    await removals.sweep([], 100, remove);
    expect([await shown('sarafa_removals_watched'), removals.nextAt]).toEqual([0, undefined]);
  });

  it('forget everything where another process watches', async () => {
    const removals = watched(60_000);
    await removals.sweep(keys(6), 100, remove);
    removals.forget();
    const names = ['sarafa_removals_watched', 'sarafa_removals_halted'];
    expect([...(await Promise.all(names.map(shown))), removals.nextAt]).toEqual([0, 0, undefined]);
  });

  it.each([
    [1, 1, 'go'],
    [2, 39, 'stay'],
    [2, 40, 'go'],
    [5, 100, 'go'],
    [6, 100, 'stay'],
    [20, 10_000, 'go'],
    [21, 10_000, 'stay'],
  ])('of %d of %d: they %s', async (count, total, what) => {
    await watched(0).sweep(keys(count), total, remove);
    expect([gone.length, await shown('sarafa_removals_halted')]).toEqual(what === 'go' ? [count, 0] : [0, 1]);
    expect(await shown('sarafa_removals_next_timestamp_seconds')).toBeUndefined();
  });

  it('go on when fewer are left, or an operator says so for a while', async () => {
    const removals = watched(0);
    await removals.sweep(keys(6), 100, remove);
    await removals.sweep(keys(5), 100, remove);
    expect([gone.length, await shown('sarafa_removals_halted')]).toEqual([5, 0]);
    metrics = new Metrics();
    await watched(0, new Date(Date.now() - 1_000).toISOString()).sweep(keys(6), 6, remove);
    expect(gone).toHaveLength(5);
    metrics = new Metrics();
    await watched(0, new Date(Date.now() + 60_000).toISOString()).sweep(keys(6), 6, remove);
    expect(gone).toHaveLength(11);
  });

  it('that fail are tried again', async () => {
    const removals = watched(0);
    await expect(removals.sweep(['key-1'], 100, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await removals.sweep(['key-1'], 100, remove);
    expect(gone).toEqual(['key-1']);
  });

  it('of several kinds share their metrics', async () => {
    await watched(60_000).sweep(['key-1'], 100, remove);
    await new WatchedRemovals(metrics, { what: 'files', graceMs: 60_000 }).sweep(keys(2), 100, remove);
    expect(await shown('sarafa_removals_watched')).toBe(1);
    expect(await metrics.registry.metrics()).toContain('sarafa_removals_watched{what="files"} 2');
  });
});
