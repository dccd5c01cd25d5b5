import { useEffect, useState } from 'react';
import type { ServerClock } from './server-clock.js';

/** The server's time, anew at each of its seconds; undefined while nobody can tell it. */
export function useSecond(clock: ServerClock): number | undefined {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const time = clock.now();
      setNow(time);
      timer = setTimeout(tick, 1_000 - ((time ?? 0) % 1_000));
    };
    tick();
    return () => clearTimeout(timer);
  }, [clock]);
  return now;
}

/** The server's time, anew each minute: often enough to notice a new day. */
export function useMinute(clock: ServerClock): number | undefined {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), 60_000);
    return () => clearInterval(timer);
  }, [clock]);
  return now;
}
