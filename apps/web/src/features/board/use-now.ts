import { useEffect, useState } from 'react';
import type { ServerClock } from './server-clock.js';

/** The server's time, anew at each of its seconds; undefined while nobody can tell it. */
export function useSecond(clock: ServerClock): number | undefined {
  return useEvery(clock, 1_000);
}

/** The server's time, anew at each of its minutes, so that a new day is noticed; asked for each second while nobody can tell it. */
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
