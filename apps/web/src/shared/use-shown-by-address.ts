import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Shows the part of the dashboard that the address names, where an alarm leads. */
export function useShownByAddress(part: string, heading: RefObject<HTMLElement | null>): void {
  // Each time that the address is gone to, also from itself.
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash !== `#${part}`) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [hash, key, part, heading]);
}
