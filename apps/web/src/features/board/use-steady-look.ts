import { useEffect } from 'react';

/** Less than anybody sees. Before each frame instead, it would make the browser draw sixty frames a second for months. */
const LOOK_MS = 100;

/** Calls `look` ten times a second. It must be cheap. */
export function useSteadyLook(look: () => void): void {
  useEffect(() => {
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [look]);
}
