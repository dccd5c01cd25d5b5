import { portalTexts } from '@sarafa/contracts';
import { failureText, isDenied, type Problem } from './problem.js';
import { notifications } from '@mantine/notifications';
import { PHONE } from './ui/use-is-phone.js';

const closeButtonProps = { 'aria-label': portalTexts.common.close };
const READ_MS = 4_000;
/** A failure is read twice. */
const FAILED_MS = 8_000;

let lastFailure: string | undefined;

export function tellDone(message: string): void {
  forgetFailure();
  const className = 'notice notice--done';
  notifications.show({ message, role: 'status', autoClose: READ_MS, className, closeButtonProps, position: placeOf() });
}

/** `reason`: where the catalogue's sentence has no place for what the server said. */
export function tellFailed(message: string, reason?: string): void {
  forgetFailure();
  lastFailure = notifications.show({
    title: reason ? message : undefined,
    message: reason ?? message,
    role: 'alert',
    autoClose: FAILED_MS,
    className: 'notice notice--failed',
    closeButtonProps,
    position: placeOf(),
  });
}

/** Whoever tries again is told how that went, and not for the third time how it didn't. */
function forgetFailure(): void {
  if (lastFailure) notifications.hide(lastFailure);
  lastFailure = undefined;
}

/** Where nothing is covered that somebody has just used. What lies over a phone's page has its buttons at the foot. */
function placeOf(): 'top-center' | 'bottom-center' {
  const isPhone = matchMedia(PHONE).matches;
  const used = document.activeElement;
  if (!used || used === document.body) return isPhone ? 'top-center' : 'bottom-center';
  const { top, bottom } = used.getBoundingClientRect();
  if (isPhone) return top < innerHeight / 3 && !used.closest('[role*=dialog]') ? 'bottom-center' : 'top-center';
  return bottom > (innerHeight * 2) / 3 ? 'top-center' : 'bottom-center';
}

/**
 * A call that failed: 'Access denied' says it all (rule 10.9), else the catalogue's sentence with what the server said. A function has
 * a sentence of its own for every problem.
 */
export function tellProblem(problem: Problem, text: string | ((problem: Problem) => string)): void {
  if (problem.code === 'STOPPED') return;
  if (typeof text === 'function') tellFailed(text(problem));
  else if (isDenied(problem)) tellFailed(failureText(problem));
  else tellFailed(text, problem.message);
}
