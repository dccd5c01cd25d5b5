import { useCallback, useEffect, useLayoutEffect, useReducer } from 'react';
import { boardCycle, type Cycle, type CycleEvent, type CycleSettings, cycleWakesAt, newCycle } from './board-cycle.js';
import { NEXT_TURN } from '../screen/remote.js';

type Untimed<E> = E extends unknown ? Omit<E, 'at'> : never;
export type CycleNews = Untimed<CycleEvent>;

/** The board's cycle, driven by the device's monotonic clock. The second value takes the events of ads and buttons. */
export function useCycle(settings: CycleSettings): [Cycle, (news: CycleNews) => void] {
  const [cycle, dispatch] = useReducer(boardCycle, undefined, () => newCycle(performance.now()));
  const report = useCallback((news: CycleNews) => dispatch({ ...news, at: performance.now() }), []);

  useLayoutEffect(() => report({ type: 'settings', settings }), [report, settings]);

  useEffect(() => {
    const next = () => report({ type: 'next' });
    addEventListener(NEXT_TURN, next);
    return () => removeEventListener(NEXT_TURN, next);
  }, [report]);

  const wakesAt = cycleWakesAt(cycle);
  useEffect(() => {
    if (wakesAt === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const left = wakesAt - performance.now();
      // A timer may fire a fraction of a millisecond early, before anything is due.
      if (left > 0) timer = setTimeout(wait, Math.ceil(left));
      else report({ type: 'time' });
    };
    timer = setTimeout(wait, 0);
    return () => clearTimeout(timer);
  }, [report, wakesAt]);

  return [cycle, report];
}
