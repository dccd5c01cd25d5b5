import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError, texts } from '@sarafa/contracts';

/** How long an rpc's caller waits for the answer, in milliseconds from the call on. */
export const ANSWER_WITHIN_HEADER = 'x-answer-within-ms';

/** The end of the running call's time, by `performance.now()`. */
const storage = new AsyncLocalStorage<number>();

/** Runs `work` as the handling of a call whose caller gives up after `ms`. */
export function answeringWithin<T>(ms: number, work: () => T): T {
  return storage.run(performance.now() + ms, work);
}

/**
 * How long the next service may take, at most `most` milliseconds: no longer than this call's caller waits. What goes on after its
 * caller has given up, such as a timer that a call has started, has all of the time.
 */
export function timeForCalls(most: number): number {
  const left = Math.floor(timeLeft());
  return left > 0 ? Math.min(left, most) : most;
}

/**
 * Throws `UNAVAILABLE` where the caller of the running call would give up before `ms` have passed: for changes that must not be made
 * after their caller was told that they failed. Does nothing outside of a call.
 */
export function requireTimeToAnswer(ms: number): void {
  if (timeLeft() < ms) throw new AppError('UNAVAILABLE', texts.errors.partDown);
}

function timeLeft(): number {
  return (storage.getStore() ?? Infinity) - performance.now();
}
