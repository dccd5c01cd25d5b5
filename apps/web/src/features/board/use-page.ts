import { boardLimits } from '@sarafa/contracts';
import { useEffect, useState } from 'react';
import { NEXT_TURN } from './remote.js';

/** The page of `count` that shows; each page shows for some seconds (rule 8.4), unless the shop's remote turns it. */
export function usePage(count: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (count < 2) return;
    const next = () => setTurn(turn + 1);
    const timer = setTimeout(next, boardLimits.boardPage.seconds * 1_000);
    addEventListener(NEXT_TURN, next);
    return () => {
      clearTimeout(timer);
      removeEventListener(NEXT_TURN, next);
    };
  }, [count, turn]);
  return count < 2 ? 0 : turn % count;
}
