import { useLayoutEffect, useRef } from 'react';

/**
 * `act`, but only while the component is mounted. For what follows an answer: an answer that comes after its dialog was closed
 * or its page was left must not close, leave or sign in whatever is open by then.
 */
export function useWhileMounted<A extends unknown[], R>(act: (...args: A) => R): (...args: A) => R | undefined {
  const isMounted = useRef(false);
  useLayoutEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return (...args) => (isMounted.current ? act(...args) : undefined);
}
