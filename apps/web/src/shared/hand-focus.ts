/** Moves the focus from a part that is removed to `home`, unless the person has put it somewhere else meanwhile. */
export function handFocus(removed: Element | null | undefined, home: HTMLElement | null): void {
  const { activeElement } = document;
  if (activeElement === document.body || removed?.contains(activeElement)) home?.focus();
}
