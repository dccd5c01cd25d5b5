import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Actor } from '@sarafa/contracts';
import { GatewayConfig } from '../gateway.config.js';
import { AccountLimit } from './account-limit.js';

const SHOP: Actor = { role: 'user', id: 'a'.repeat(24) };
const ADMIN: Actor = { role: 'admin', id: 'b'.repeat(24) };

describe('the ceilings for an account', () => {
  let limit: AccountLimit;
  beforeEach(() => {
    jest.useFakeTimers();
    limit = new AccountLimit(GatewayConfig.parse({ CHANGES_PER_MINUTE: '2' }));
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const allowed = (what: 'reads' | 'changes', actor: Actor, most = 1_000) => {
    for (let count = 0; count < most; count++) {
      try {
        limit.count(what, actor);
      } catch {
        return count;
      }
    }
    return most;
  };

  it('are higher for reads and for admins, and none for who isn’t signed in', () => {
    const counts = [SHOP, ADMIN].map((actor) => [allowed('changes', actor), allowed('reads', actor, 2_000)]);
    expect(counts).toEqual([
      [2, 80],
      [40, 1_600],
    ]);
    expect(allowed('changes', { role: 'public' })).toBe(1_000);
  });

  it('stand anew after a minute, and a refused account is told when', () => {
    allowed('reads', SHOP);
    allowed('changes', SHOP);
    jest.advanceTimersByTime(59_500);
    for (const what of ['reads', 'changes'] as const)
      expect(() => limit.count(what, SHOP)).toThrow(
        expect.objectContaining({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 1 }),
      );
    jest.advanceTimersByTime(500);
    expect([allowed('changes', SHOP), allowed('reads', SHOP)]).toEqual([2, 80]);
  });
});
