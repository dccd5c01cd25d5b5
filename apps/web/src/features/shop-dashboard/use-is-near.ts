import { type RefObject, useEffect, useState } from 'react';

/** Whether this place has come as near to the screen as a quarter of the screen's height. Once it has, it stays so. */
export function useIsNear(place: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && setIsNear(true), {
      rootMargin: '25%',
    });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, [place]);
  return isNear;
}
