import { ErrorCode, HttpError, portalTexts } from '@sarafa/contracts';
import { z } from 'zod';

/** Why a call gave nothing. */
export interface Problem {
  /** 0: no answer of the server's own. */
  readonly status: number;
  readonly code: ErrorCode | 'NO_ANSWER' | 'STOPPED' | 'OTHER';
  /** One that a person can read. */
  readonly message: string;
  /** By the field's name. */
  readonly details: Readonly<Record<string, string>>;
}

export const NO_ANSWER: Problem = { status: 0, code: 'NO_ANSWER', message: portalTexts.common.noAnswer, details: {} };

/** A call that nobody waits for any more: the session that it was asked in is over. The sign-in screen says so. */
const STOPPED: Problem = { ...NO_ANSWER, code: 'STOPPED' };

/** Another release of the server may have codes that this page doesn't know: its message can be read all the same. */
const Answer = HttpError.extend({ code: ErrorCode.or(z.string().transform(() => 'OTHER' as const)) });

export function problemIn(status: number, body: unknown): Problem {
  const error = Answer.safeParse(body);
  // Somebody between us and the server answered instead.
  if (!error.success) return { ...NO_ANSWER, status };
  const { code, message, details = [] } = error.data;
  return { status, code, message, details: Object.fromEntries(details.map((detail) => [detail.path, detail.message])) };
}

/** What a query or a mutation rejected with. */
export function problemOf(error: unknown): Problem {
  if (isStopped(error)) return STOPPED;
  const isProblem = typeof error === 'object' && error !== null && 'code' in error && 'details' in error;
  return isProblem ? (error as Problem) : { ...NO_ANSWER, message: portalTexts.common.wentWrong };
}

/** What forgetting all that was read does to what is still on its way. */
function isStopped(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';
}

/** 401 and 403 read 'Access denied', whatever was asked (rule 10.9). */
export function isDenied({ status }: Problem): boolean {
  return status === 401 || status === 403;
}

/** The catalogue's sentence with the server's reason in it; the reason alone where the catalogue has none. */
export function failureText(problem: Problem, text = (message: string) => message): string {
  return isDenied(problem) ? portalTexts.access.denied(problem.message) : text(problem.message);
}
