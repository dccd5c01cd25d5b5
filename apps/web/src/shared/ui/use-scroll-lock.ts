import { useEffect } from 'react';

let locks = 0;

/**
 * Keeps the page behind a dialog from scrolling. By a class and not by Mantine's own lock, which writes a style element that
 * the content security policy forbids.
 */
export function useScrollLock(isLocked: boolean): void {
  useEffect(() => {
    if (!isLocked) return;
    const { documentElement: page, body } = document;
    if (locks === 0) {
      // The width of the hidden scrollbar is kept free, so that the page doesn't move.
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
