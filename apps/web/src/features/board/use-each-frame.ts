import { useEffect } from 'react';

/** Calls `look` before each frame that the page paints. It must be cheap. */
export function useEachFrame(look: () => void): void {
  useEffect(() => {
    let frame = requestAnimationFrame(function next() {
      look();
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [look]);
}
