import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError, texts } from '@sarafa/contracts';

/** How long an rpc's caller waits for the answer, in milliseconds from the call on. */
export const ANSWER_WITHIN_HEADER = 'x-answer-within-ms';

/** Until when an rpc may be carried out, by the `SharedClock`, in milliseconds since 1970; later its caller has given up. */
export const DONE_BY_HEADER = 'x-done-by';

interface HandledCall {
  /** When its caller gives up, by `performance.now()`. */
  readonly end: number;
  /** What a call has started, such as a timer, may go on after its answer, and then concerns nobody who waits. */
  isAnswered: boolean;
  /** Aborts at `end`; made only for calls that need it. */
  abort?: { readonly signal: AbortSignal; readonly timer: NodeJS.Timeout };
}

const storage = new AsyncLocalStorage<HandledCall>();

/** Runs `work` as the handling of a call whose caller gives up after `ms`. */
export async function answeringWithin<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const call: HandledCall = { end: performance.now() + ms, isAnswered: false };
  try {
    return await storage.run(call, work);
  } finally {
    call.isAnswered = true;
    clearTimeout(call.abort?.timer);
  }
}

/**
 * How long the next service may take, at most `most` milliseconds: no longer than the caller of the running call waits. Throws
 * `UNAVAILABLE` where that caller has given up already.
 */
export function timeForCalls(most: number): number {
  requireTimeToAnswer(1);
  return Math.min(Math.floor(timeLeft()), most);
}

/**
 * Throws `UNAVAILABLE` where the caller of the running call would give up before `ms` have passed: for changes that must not be made
 * after their caller was told that they failed. Does nothing outside of a call, and once the call is answered.
 */
export function requireTimeToAnswer(ms: number): void {
  if (timeLeft() < ms) throw new AppError('UNAVAILABLE', texts.errors.partDown);
}

/**
 * When the caller of the running call gives up, by `performance.now()`, and a signal that aborts then with `UNAVAILABLE`; undefined
 * outside of a call.
 */
export function endOfCall(): { readonly end: number; readonly signal: AbortSignal } | undefined {
  const call = storage.getStore();
  if (!call || call.isAnswered) return undefined;
  call.abort ??= abortAfter(call.end - performance.now());
  return { end: call.end, signal: call.abort.signal };
}

function abortAfter(ms: number) {
  const controller = new AbortController();
  const abort = () => controller.abort(new AppError('UNAVAILABLE', texts.errors.partDown));
  return { signal: controller.signal, timer: setTimeout(abort, Math.max(0, ms)).unref() };
}

function timeLeft(): number {
  const call = storage.getStore();
  return call && !call.isAnswered ? call.end - performance.now() : Infinity;
}
