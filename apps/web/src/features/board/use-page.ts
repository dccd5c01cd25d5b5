import { boardLimits } from '@sarafa/contracts';
import { useEffect, useRef, useState } from 'react';
import { NEXT_TURN } from './remote.js';

const PAGE_MS = boardLimits.boardPage.seconds * 1_000;

/**
 * The page of `count` that shows; each page shows for some seconds (rule 8.4), unless the shop's remote turns it. The time during
 * which nobody sees it doesn't count: otherwise the same pages might always fall behind ads.
 */
export function usePage(count: number, isHidden = false): number {
  const [turn, setTurn] = useState(0);
  const left = useRef(PAGE_MS);
  useEffect(() => {
    if (count < 2 || isHidden) return;
    const began = performance.now();
    let isTurned = false;
    const next = () => {
      isTurned = true;
      setTurn(turn + 1);
    };
    const timer = setTimeout(next, left.current);
    addEventListener(NEXT_TURN, next);
    return () => {
      clearTimeout(timer);
      removeEventListener(NEXT_TURN, next);
      left.current = isTurned ? PAGE_MS : Math.max(0, left.current - (performance.now() - began));
    };
  }, [count, turn, isHidden]);
  return count < 2 ? 0 : turn % count;
}
