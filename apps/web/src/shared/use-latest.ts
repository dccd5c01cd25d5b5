import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The value of the last rendering, for what goes on after it: an answer that comes later, or a listener that stays. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
