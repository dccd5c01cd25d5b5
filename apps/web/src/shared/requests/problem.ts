import { ErrorCode, ReleasedError, SecondStepAsked, texts } from '@sarafa/contracts';
import { z } from 'zod';
import { say } from '../language/page-language.js';
import { answerText, problemText } from './answers.js';
import { portalTexts } from '../texts/portal-texts.js';

/** Why a call failed. */
export interface Problem {
  /** 0 when there was no answer of our server. */
  readonly status: number;
  readonly code: ErrorCode | 'NO_ANSWER' | 'STOPPED' | 'OTHER';
  /** A text for people, in the language of the page. */
  readonly message: string;
  /** Faults by the name of the field, as the server says them. */
  readonly details: Readonly<Record<string, string>>;
  /** With what a sign-in goes on that needs a second step. */
  readonly asked?: SecondStepAsked | undefined;
}

export const NO_ANSWER: Problem = {
  status: 0,
  code: 'NO_ANSWER',
  get message() {
    return portalTexts.common.noAnswer;
  },
  details: {},
};

/** A call of a session that has ended. What asks for the password has said what happened. */
export const STOPPED: Problem = { ...NO_ANSWER, code: 'STOPPED' };

/** A fresh sign-in that the server doesn't take for one. No 403, which says that somebody may not do it. */
export const NOT_FRESH: Problem = {
  ...NO_ANSWER,
  status: 503,
  code: 'OTHER',
  get message() {
    return portalTexts.login.notFresh;
  },
};

/** Another release of the server may have codes that this page doesn't know; the message can be shown all the same. */
const Answer = ReleasedError.extend({ code: ErrorCode.or(z.string().transform(() => 'OTHER' as const)) });

export function problemIn(status: number, body: unknown): Problem {
  const error = Answer.safeParse(body);
  // A proxy or another server between us and ours has answered. nginx takes 1 MB, unless it is told otherwise.
  if (!error.success) return { ...NO_ANSWER, status, ...(status === 413 && { message: portalTexts.common.tooLargeOnTheWay }) };
  const { code, message, details = [] } = error.data;
  return {
    status,
    code,
    message: problemText(code, message),
    details: Object.fromEntries(details.map((detail) => [detail.path, detail.message])),
    asked: code === 'SECOND_FACTOR_NEEDED' ? SecondStepAsked.safeParse(body).data : undefined,
  };
}

/** The problem that a query or a mutation rejected with. */
export function problemOf(error: unknown): Problem {
  if (isStopped(error)) return STOPPED;
  const isProblem = typeof error === 'object' && error !== null && 'code' in error && 'details' in error;
  return isProblem ? (error as Problem) : { ...NO_ANSWER, message: portalTexts.common.wentWrong };
}

/** Whether the call was aborted because the API's state was reset. */
function isStopped(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';
}

/** Whether the change may have been made all the same: its answer was lost, or a part failed on the way. */
export function mayBeMade({ status, code }: Problem): boolean {
  return code === 'NO_ANSWER' || status >= 500;
}

/** 401 and 403 read 'Access denied' for every call (rule 10.9). */
export function isDenied({ status }: Problem): boolean {
  return status === 401 || status === 403;
}

/** The text with the server's message in it as `message`, or the server's message alone where there is no text. */
export function failureText(problem: Problem, text?: string): string {
  const { message } = problem;
  if (isDenied(problem)) return say(portalTexts.access.denied, { message: message || answerText(texts.access.insufficient) });
  return text ? say(text, { message }) : message;
}
