import { useEffect, useState } from 'react';
import { serverNow } from './requests/server-time.js';

const MINUTE = 60_000;
const thisMinute = () => Math.floor(serverNow() / MINUTE) * MINUTE;

/** The server's time, updated at every full minute, so that what depends on it isn't rendered more often. */
export function useMinute(): number {
  const [minute, setMinute] = useState(thisMinute);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(turn, MINUTE - (serverNow() % MINUTE));
    };
    const turn = () => {
      setMinute(thisMinute());
      wait();
    };
    // An answer that came since the first rendering may have told the server's time.
    turn();
    return () => clearTimeout(timer);
  }, []);
  return minute;
}
