import { type RefObject, startTransition, useEffect, useState } from 'react';

/** Long enough for a slow phone to have drawn the rates and to answer taps. */
const REST_AFTER_MS = 5_000;

interface Options {
  /** Whether the place counts as near already, whatever the screen shows. */
  readonly isWanted?: boolean;
  /** Whether the place counts as near after a while in any case, for whoever looks for a word or a heading. */
  readonly isDrawnAtLast?: boolean;
}

/** Whether this place has come as near to the screen as a quarter of the screen's height. Once it has, it stays so. */
export function useIsNear(
  place: RefObject<HTMLElement | null>,
  { isWanted = false, isDrawnAtLast = true }: Options = {},
): boolean {
  const [isNear, setIsNear] = useState(isWanted);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && setIsNear(true), {
      rootMargin: '25%',
    });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, [place]);
  useEffect(() => {
    if (!isDrawnAtLast) return;
    const timer = setTimeout(() => startTransition(() => setIsNear(true)), isWanted ? 0 : REST_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isWanted, isDrawnAtLast]);
  return isNear || isWanted;
}
