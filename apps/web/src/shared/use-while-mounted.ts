import { useLayoutEffect, useRef } from 'react';
import { useLatest } from './use-latest.js';

/**
 * `act` as it was rendered last, but only while the component is mounted. For what follows an answer: an answer that comes after its
 * dialog was closed or its page was left must not close, leave or sign in whatever is open by then.
 */
export function useWhileMounted<A extends unknown[], R>(act: (...args: A) => R): (...args: A) => R | undefined {
  const isMounted = useRef(false);
  const latest = useLatest(act);
  useLayoutEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return (...args) => (isMounted.current ? latest.current(...args) : undefined);
}
