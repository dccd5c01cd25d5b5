import { useEffect, useState } from 'react';

const MINUTE = 60_000;
const thisMinute = () => Math.floor(Date.now() / MINUTE) * MINUTE;

/** The current time, updated every minute, so that what depends on it isn't rendered more often. */
export function useMinute(): number {
  const [minute, setMinute] = useState(thisMinute);
  useEffect(() => {
    const timer = setInterval(() => setMinute(thisMinute()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return minute;
}
