import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** For so long what is above the part may still be loading, and push the part down. */
const GROWS_MS = 3_000;
const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** Shows the part of the dashboard that the address names, where an alarm leads, again whenever the page grows, until the person scrolls. */
export function useShownByAddress(part: string, heading: RefObject<HTMLElement | null>): void {
  // Each time that the address is gone to, also from itself.
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash !== `#${part}`) return;
    const show = () => heading.current?.scrollIntoView();
    show();
    heading.current?.focus({ preventScroll: true });
    const growth = new ResizeObserver(show);
    growth.observe(document.body);
    const stop = () => {
      growth.disconnect();
      clearTimeout(timer);
      for (const type of BY_HAND) removeEventListener(type, stop);
    };
    const timer = setTimeout(stop, GROWS_MS);
    for (const type of BY_HAND) addEventListener(type, stop, { passive: true });
    return stop;
  }, [hash, key, part, heading]);
}
