import { boardLimits } from '@sarafa/contracts';
import { useEffect, useState } from 'react';
import { NEXT_TURN } from '../screen/remote.js';

const { seconds } = boardLimits.boardPage;

/**
 * The page of `count` that shows; each page shows for some seconds (rule 8.4), unless the shop's remote turns it. Seconds in which
 * nobody sees it don't count: otherwise the same pages might always fall behind ads.
 */
export function usePageInTurn(count: number, isHidden = false): number {
  const [seen, setSeen] = useState(0);
  useEffect(() => {
    if (count < 2 || isHidden) return;
    const timer = setInterval(() => setSeen((now) => now + 1), 1_000);
    const next = () => setSeen((now) => now + seconds - (now % seconds));
    addEventListener(NEXT_TURN, next);
    return () => {
      clearInterval(timer);
      removeEventListener(NEXT_TURN, next);
    };
  }, [count, isHidden]);
  return count < 2 ? 0 : Math.floor(seen / seconds) % count;
}
