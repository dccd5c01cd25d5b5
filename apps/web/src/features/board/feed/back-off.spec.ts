import { describe, expect, it } from '@jest/globals';
import { reconnectDelay } from './back-off.js';

describe('the back-off', () => {
  it('doubles from one second to five', () => {
    expect([0, 1, 2, 3, 50].map((failures) => reconnectDelay(failures, 1))).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
  });

  it('leaves up to half to chance', () => {
    expect(reconnectDelay(9, 0)).toBe(2_500);
    expect(reconnectDelay(0, 0.5)).toBe(750);
  });
});
