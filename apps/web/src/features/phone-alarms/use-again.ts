import { useEffect } from 'react';

const FIRST_MS = 2_000;
const LONGEST_MS = 5 * 60_000;

/**
 * Tries again while `failures`, the number of failures in a row, isn't 0: after a pause that doubles, and at once when the network
 * is back or somebody looks at the page again. Ends when the component is unmounted.
 */
export function useAgain(failures: number, again: () => void): void {
  useEffect(() => {
    if (failures === 0) return;
    const timer = setTimeout(again, Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1)));
    const look = () => document.visibilityState === 'visible' && again();
    addEventListener('online', again);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', again);
      document.removeEventListener('visibilitychange', look);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each failure
  }, [failures]);
}
