import { useEffect } from 'react';

let locks = 0;

/**
 * The page behind doesn't scroll while something lies over it. By a class, not by Mantine's own lock: that writes a style
 * element, which the page's policy forbids.
 */
export function useScrollLock(isLocked: boolean): void {
  useEffect(() => {
    if (!isLocked) return;
    const { documentElement: page, body } = document;
    if (locks === 0) {
      // The scrollbar goes: its width stays, or everything would jump.
      body.style.paddingRight = `${innerWidth - page.clientWidth}px`;
      page.classList.add('is-locked');
    }
    locks += 1;
    return () => {
      locks -= 1;
      if (locks > 0) return;
      page.classList.remove('is-locked');
      body.style.paddingRight = '';
    };
  }, [isLocked]);
}
