import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Bus } from './bus.js';
import { Lease } from './lease.js';

const [LEASE_MS, FAILING_MS] = [5_000, 20_000];

describe('a lease', () => {
  let lease: Lease;
  let isAway: boolean;
  /** In how many seconds it is lost, or held again. */
  const changed = async () => {
    const [{ isHeld }, from] = [lease, performance.now()];
    while (lease.isHeld === isHeld && performance.now() < from + 10 * FAILING_MS) await jest.advanceTimersByTimeAsync(100);
    return (performance.now() - from) / 1_000;
  };

  beforeEach(async () => {
    jest.useFakeTimers();
    // Longer than it is kept by one whose work fails.
    jest.advanceTimersByTime(2 * FAILING_MS);
    let kept: { revision: number; text: string } | undefined;
    const kv = {
      put: async (_: string, text: string) => (kept = { text, revision: (kept?.revision ?? 0) + 1 }).revision,
      delete: async () => void (kept = undefined),
    };
    isAway = false;
    const lastOf = async () => (isAway ? Promise.reject(new Error('away')) : kept);
    const jetStream = { lastOf, ownBucket: async () => kv };
    lease = new Lease({ jetStream, onReconnect: () => undefined } as unknown as Bus, 'spec', LEASE_MS);
    await lease.start(FAILING_MS);
  });
  afterEach(async () => {
    await lease.release();
    jest.useRealTimers();
  });

  it('whose holder’s work fails is left to others, for longer each time until the work succeeds again', async () => {
    const times = [await changed()];
    await changed();
    times.push(await changed());
    await changed();
    lease.worked();
    times.push(await changed());
    expect(times.map((time) => Math.round(time / 10) * 10)).toEqual([20, 40, 20]);
  });

  it('that can’t be renewed is given up before NATS gives it to another one', async () => {
    isAway = true;
    expect(await changed()).toBeLessThan(LEASE_MS / 1_000);
  });

  it('is kept while the work succeeds', async () => {
    const working = setInterval(() => lease.worked(), FAILING_MS / 2);
    expect(await changed()).toBe((10 * FAILING_MS) / 1_000);
    clearInterval(working);
  });
});
