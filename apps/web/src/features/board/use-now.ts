import { useEffect, useState } from 'react';
import type { ServerClock } from './server-clock.js';

/** The server's time, updated every second; undefined while it isn't known. */
export function useSecond(clock: ServerClock): number | undefined {
  return useEvery(clock, 1_000);
}

/** The server's time, updated every minute, so that a new day is noticed; every second while the time isn't known. */
export function useMinute(clock: ServerClock): number | undefined {
  return useEvery(clock, 60_000);
}

function useEvery(clock: ServerClock, intervalMs: number): number | undefined {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const time = clock.now();
      setNow(time);
      timer = setTimeout(tick, time === undefined ? 1_000 : intervalMs - (time % intervalMs));
    };
    tick();
    return () => clearTimeout(timer);
  }, [clock, intervalMs]);
  return now;
}
