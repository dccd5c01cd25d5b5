import { describe, expect, it } from '@jest/globals';
import { PairingLimit } from './pairing-limit.js';

describe('the ceiling for pairings', () => {
  it('is a hundredth of that for reads, and stands anew a minute after it began', () => {
    let now = 5_000;
    const limit = new PairingLimit(250, () => now);
    const refusal = () => {
      try {
        limit.count('192.0.2.1');
        return undefined;
      } catch (error) {
        return (error as { retryAfterSeconds: number }).retryAfterSeconds;
      }
    };
    expect([refusal(), refusal(), refusal()]).toEqual([undefined, undefined, undefined]);
    now += 20_000;
    expect(refusal()).toBe(40);
    now += 39_999;
    expect(refusal()).toBe(1);
    now += 1;
    expect(refusal()).toBeUndefined();
  });

  it('lets all TVs of a shop in that start at once after a power cut, and come again', () => {
    const limit = new PairingLimit(6_000);
    for (let asked = 0; asked < 2 * 20; asked++) limit.count('192.0.2.1');
  });
});
