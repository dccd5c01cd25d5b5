import { useEffect, useState } from 'react';

const MINUTE = 60_000;
const thisMinute = () => Math.floor(Date.now() / MINUTE) * MINUTE;

/** The time as it goes on, by the minute: what is made of it isn't made anew with every millisecond. */
export function useMinute(): number {
  const [minute, setMinute] = useState(thisMinute);
  useEffect(() => {
    const timer = setInterval(() => setMinute(thisMinute()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return minute;
}
