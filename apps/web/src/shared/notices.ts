import { inWords } from './language/page-language.js';
import { answerText } from './requests/answers.js';
import { failureText, isDenied, type Problem, problemOf } from './requests/problem.js';
import { notifications } from '@mantine/notifications';
import { portalTexts } from './texts/portal-texts.js';
import { PHONE } from './ui/use-is-phone.js';

const closeButtonProps = inWords(() => ({ 'aria-label': portalTexts.common.close }));
const READ_MS = 4_000;
/** Failures show longer, because people read them twice. */
const FAILED_MS = 8_000;

/** The props of the places where messages appear. They are there before the messages. */
export const NOTICES = { attributes: { root: { 'aria-live': 'polite' } } } as const;

let lastFailure: string | undefined;

/** `message` may be the server's, which is then said in the language of the page. */
export function notifyDone(message: string): void {
  forgetFailure();
  const className = 'notice notice--done';
  notifications.show({
    message: answerText(message),
    // Read because its place is live (`NOTICES`): not every screen reader says what comes with a live element of its own.
    role: 'group',
    autoClose: READ_MS,
    className,
    closeButtonProps,
    position: placeOf(),
  });
}

/** The same for what failed. `reason` is the server's message, for a text that has no place for it. */
export function notifyFailed(message: string, reason?: string): void {
  forgetFailure();
  lastFailure = notifications.show({
    title: reason ? answerText(message) : undefined,
    message: answerText(reason ?? message),
    role: 'alert',
    autoClose: FAILED_MS,
    className: 'notice notice--failed',
    closeButtonProps,
    position: placeOf(),
  });
}

/** A new attempt removes the message about the failed one. */
function forgetFailure(): void {
  if (lastFailure) notifications.hide(lastFailure);
  lastFailure = undefined;
}

/** A place where the message doesn't cover what was just used. Dialogs on a phone have their buttons at the bottom. */
function placeOf(): 'top-center' | 'bottom-center' {
  const isPhone = matchMedia(PHONE).matches;
  const used = document.activeElement;
  if (!used || used === document.body) return isPhone ? 'top-center' : 'bottom-center';
  const { top, bottom } = used.getBoundingClientRect();
  if (isPhone) return top < innerHeight / 3 && !used.closest('[role*=dialog]') ? 'bottom-center' : 'top-center';
  return bottom > (innerHeight * 2) / 3 ? 'top-center' : 'bottom-center';
}

/**
 * Shows why a call failed: 'Access denied' alone (rule 10.9), else the text with the server's message. A function gives a text
 * of its own for every problem.
 */
export function notifyProblem(problem: Problem, text: string | ((problem: Problem) => string)): void {
  if (problem.code === 'STOPPED') return;
  if (typeof text === 'function') notifyFailed(text(problem));
  else if (isDenied(problem)) notifyFailed(failureText(problem));
  else notifyFailed(text, problem.message);
}

/**
 * Shows how a change ended: the text for what is done, without one the server's message, or why it failed. Answers whether it
 * succeeded.
 */
export async function notifyOutcome(
  change: Promise<{ readonly message: string }>,
  failed: Parameters<typeof notifyProblem>[1],
  done?: string,
): Promise<boolean> {
  try {
    const { message } = await change;
    notifyDone(done ?? message);
    return true;
  } catch (error) {
    notifyProblem(problemOf(error), failed);
    return false;
  }
}
