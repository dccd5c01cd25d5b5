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
