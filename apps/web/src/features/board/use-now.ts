import { useEffect, useState } from 'react';
import type { ServerClock } from './feed/server-clock.js';

/** The server's time, updated every second; undefined while it isn't known. */
export function useNowBySecond(clock: ServerClock): number | undefined {
  return useEvery(clock, 1_000);
}

/** The server's time, updated every minute, so that a new day is noticed; every second while the time isn't known. */
export function useNowByMinute(clock: ServerClock): number | undefined {
  return useEvery(clock, 60_000);
}

/** The time is that of the rendering, because the timer stands still while the device sleeps. */
function useEvery(clock: ServerClock, intervalMs: number): number | undefined {
  const [, setTick] = useState<number>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const time = clock.now();
      setTick(time);
      timer = setTimeout(tick, time === undefined ? 1_000 : intervalMs - (time % intervalMs));
    };
    tick();
    return () => clearTimeout(timer);
  }, [clock, intervalMs]);
  return clock.now();
}
