import { type RefCallback, type RefObject, useCallback } from 'react';

/** Moves the focus from a part that is removed to `home`, unless the person has put it somewhere else meanwhile. */
export function handFocus(removed: Element | null | undefined, home: HTMLElement | null): void {
  const { activeElement } = document;
  if (activeElement === document.body || removed?.contains(activeElement)) home?.focus();
}

/** A ref for parts that are removed by what comes from the server. `home` gets the focus of a part that is removed with it. */
export function useFocusHome(home: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  return useCallback(
    (part: HTMLElement | null) => () => {
      // The part is still in the document here.
      if (part?.contains(document.activeElement)) home.current?.focus();
    },
    [home],
  );
}

/**
 * Focuses each button that is pressed. Safari doesn't by itself: a closed dialog would give the focus to the page as a whole, which
 * scrolls away from where the person was, and messages would lie over what was pressed. Called once, at the portal's start.
 */
export function focusPressed(): void {
  const focus = ({ target }: Event) => {
    const pressed = target instanceof Element ? target.closest('button') : null;
    const { activeElement } = document;
    // A field has kept the focus where its own button was pressed, as the one that shows a password.
    if (pressed !== activeElement && activeElement?.contains(pressed)) pressed?.focus({ preventScroll: true });
  };
  // Before the press is handled, which may ask what has the focus.
  addEventListener('click', focus, true);
}
