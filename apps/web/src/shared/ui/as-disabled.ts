import type { MouseEvent } from 'react';

/**
 * The props of a control that can't be used at the moment, because its action is running or nothing is left to save. A control
 * that is really `disabled` loses the focus, and keyboard users would start again at the top of the page.
 */
export function asDisabled(isOff: boolean) {
  return isOff ? OFF : {};
}

const OFF = { 'aria-disabled': true, 'data-disabled': true, onClickCapture: ignore } as const;

/** Ignores also what Enter in a field of its form and a click on its label do. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
