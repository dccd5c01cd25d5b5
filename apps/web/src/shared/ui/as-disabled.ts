import type { MouseEvent } from 'react';

/**
 * Of a control that can't be used just now: while what it began isn't over, or once there is nothing left to save. A control that is
 * `disabled` loses the focus, and whoever uses the keyboard starts again at the top of the page.
 */
export function asDisabled(isOff: boolean) {
  return isOff ? OFF : {};
}

const OFF = { 'aria-disabled': true, 'data-disabled': true, onClickCapture: ignore } as const;

/** Also what Enter in a field of its form and a click on its label come to. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
