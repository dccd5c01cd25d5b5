import { useCallback, useEffect, useLayoutEffect, useReducer } from 'react';
import { boardCycle, type Cycle, type CycleEvent, type CycleSettings, cycleWakesAt, newCycle } from './board-cycle.js';

type Untimed<E> = E extends unknown ? Omit<E, 'at'> : never;
export type CycleNews = Untimed<CycleEvent>;

/** The board's cycle, run by this device's steady clock. The second is for what its ads and buttons say. */
export function useCycle(settings: CycleSettings): [Cycle, (news: CycleNews) => void] {
  const [cycle, dispatch] = useReducer(boardCycle, undefined, () => newCycle(performance.now()));
  const tell = useCallback((news: CycleNews) => dispatch({ ...news, at: performance.now() }), []);

  useLayoutEffect(() => tell({ type: 'settings', settings }), [tell, settings]);

  const wakesAt = cycleWakesAt(cycle);
  useEffect(() => {
    if (wakesAt === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const left = wakesAt - performance.now();
      // A timer may come a fraction of a millisecond early, when there is nothing to do yet.
      if (left > 0) timer = setTimeout(wait, Math.ceil(left));
      else tell({ type: 'time' });
    };
    timer = setTimeout(wait, 0);
    return () => clearTimeout(timer);
  }, [tell, wakesAt]);

  return [cycle, tell];
}
