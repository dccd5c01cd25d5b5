import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { GatewayConfig } from '../gateway.config.js';
import { PublicLimit } from './public-limit.js';

const ADDRESS = '192.0.2.1';

describe('the ceilings for what is public', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('stand anew each minute, each by itself, and a refused client is told when', () => {
    jest.useFakeTimers();
    const limit = new PublicLimit(GatewayConfig.parse({ PUBLIC_RATE_LIMIT_PER_MINUTE: '60' }));
    const refusedBeat = () => (limit.countRefusedBeat(ADDRESS), limit.allowsBeatsFrom(ADDRESS));
    const ceilings = [
      () => limit.allows(ADDRESS),
      () => limit.allowsFile(ADDRESS),
      refusedBeat,
      () => limit.allowsBeatOf('a'.repeat(24)),
    ];
    for (const count of ceilings) {
      const counted = Array.from({ length: 61 }, count);
      expect([counted.slice(0, 60).every(Boolean), counted[60]]).toEqual([true, false]);
    }
    expect(limit.isAbove(ADDRESS)).toBe(true);
    const wait = () => limit.refusal().retryAfterSeconds;
    expect(wait()).toBe(60);
    jest.advanceTimersByTime(59_500);
    expect(wait()).toBe(1);
    limit['clear']();
    expect([limit.isAbove(ADDRESS), wait(), ...ceilings.map((count) => count())]).toEqual([false, 60, true, true, true, true]);
  });
});
