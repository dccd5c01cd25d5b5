import { boardLimits } from '@sarafa/contracts';
import { useEffect, useState } from 'react';

/** Whether the loading screen was shown for its least time (rule 8.8). */
export function useLoadingScreen(): boolean {
  const [isOver, setOver] = useState(() => unshownMs() === 0);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), unshownMs());
    return () => clearTimeout(timer);
  }, []);
  return isOver;
}

/** The page's HTML is the loading screen already, so its time begins with the page's first paint and not with this script. */
function unshownMs(): number {
  const [paint] = performance.getEntriesByName?.('first-contentful-paint') ?? [];
  const shown = paint ? performance.now() - paint.startTime : 0;
  return Math.min(boardLimits.loadingScreenMs, Math.max(0, boardLimits.loadingScreenMs - shown));
}
