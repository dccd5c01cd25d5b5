import { limits, type ShopDashboard } from '@sarafa/contracts';
import { useEffect, useState } from 'react';
import { TIMEOUT_MS } from '../../shared/requests/base-query.js';
import { useOwnRatesQuery } from './shop-dashboard.api.js';

const LOOK_MS = 1_000;

/** The rates of the shop's board, asked for each `mostMs` at least. They are old also when the next answer `isOverdue`. */
export function useOwnRates(shop: ShopDashboard, skip = false, mostMs: number = limits.profilePollMs) {
  const pollingInterval = Math.min(shop.price_update_interval, mostMs);
  const query = useOwnRatesQuery(shop.id, { pollingInterval, skip });
  return { ...query, isOverdue: useIsOverdue(query.fulfilledTimeStamp, pollingInterval + TIMEOUT_MS) };
}

/**
 * Whether the answer of that time is older than `limitMs`. After a sleep nothing else says so until the server has answered or the
 * time limit of the call is over. Measured by whichever clock has gone further, as on a board: the steady one may stand still in a
 * sleep, and the device's may be set back.
 */
export function useIsOverdue(answeredAt: number | undefined, limitMs: number): boolean {
  const [overdue, setOverdue] = useState<number>();
  useEffect(() => {
    if (answeredAt === undefined) return;
    const heardAt = performance.now();
    const look = () => {
      if (Math.max(Date.now() - answeredAt, performance.now() - heardAt) > limitMs) setOverdue(answeredAt);
    };
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [answeredAt, limitMs]);
  return answeredAt !== undefined && overdue === answeredAt;
}
