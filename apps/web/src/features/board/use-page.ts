import { limits } from '@sarafa/contracts';
import { useEffect, useState } from 'react';

/** The page of `count` that shows; each page shows for some seconds (rule 8.4). */
export function usePage(count: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (count < 2) return;
    const timer = setInterval(() => setTurn((before) => before + 1), limits.boardPage.seconds * 1_000);
    return () => clearInterval(timer);
  }, [count]);
  return count < 2 ? 0 : turn % count;
}
