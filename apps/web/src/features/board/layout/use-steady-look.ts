import { useEffect } from 'react';

/** Shorter than anybody notices. A check before each frame would make the browser draw sixty frames a second for months. */
const LOOK_MS = 100;

/** Calls `look`, which has to be cheap, ten times a second. */
export function useSteadyLook(look: () => void): void {
  useEffect(() => {
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [look]);
}
