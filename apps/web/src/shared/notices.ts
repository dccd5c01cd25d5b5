import { portalTexts } from '@sarafa/contracts';
import { failureText, isDenied, type Problem } from './problem.js';
import { notifications } from '@mantine/notifications';

const closeButtonProps = { 'aria-label': portalTexts.common.close };
const READ_MS = 4_000;
/** A failure is read twice. */
const FAILED_MS = 8_000;

export function tellDone(message: string): void {
  notifications.show({ message, role: 'status', autoClose: READ_MS, className: 'notice notice--done', closeButtonProps });
}

/** `reason`: where the catalogue's sentence has no place for what the server said. */
export function tellFailed(message: string, reason?: string): void {
  notifications.show({
    title: reason ? message : undefined,
    message: reason ?? message,
    role: 'alert',
    autoClose: FAILED_MS,
    className: 'notice notice--failed',
    closeButtonProps,
  });
}

/**
 * A call that failed: 'Access denied' says it all (spec 8), else the catalogue's sentence with what the server said. A function has
 * a sentence of its own for every problem.
 */
export function tellProblem(problem: Problem, text: string | ((problem: Problem) => string)): void {
  if (problem.code === 'STOPPED') return;
  if (typeof text === 'function') tellFailed(text(problem));
  else if (isDenied(problem)) tellFailed(failureText(problem));
  else tellFailed(text, problem.message);
}
