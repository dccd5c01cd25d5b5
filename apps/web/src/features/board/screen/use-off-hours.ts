import { type OffHours } from '@sarafa/contracts';
import { isOffHours } from '@sarafa/domain';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { BoardStore } from '../board-store.js';
import type { ServerClock } from '../feed/server-clock.js';

/**
 * Whether the shop's off-hours are on, by the server's time. Not while the time is unknown: rates that nobody looks at are better
 * than a customer before a black screen.
 */
export function useOffHours({ clock, getState, subscribe }: BoardStore): boolean {
  const off = useSyncExternalStore(subscribe, () => getState().profile?.off_hours);
  const [isOff, setOff] = useState(() => isOffNow(off, clock));
  useEffect(() => {
    const look = () => setOff(isOffNow(off, clock));
    look();
    const timer = setInterval(look, 1_000);
    return () => clearInterval(timer);
  }, [off, clock]);
  return isOff;
}

function isOffNow(off: OffHours | null | undefined, clock: ServerClock): boolean {
  const now = clock.now();
  return now !== undefined && isOffHours(off, now);
}
