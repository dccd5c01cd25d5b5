import { IDEMPOTENCY_HEADER } from '@sarafa/contracts';
import type { HttpRoute } from '@sarafa/contracts/http-api';
import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import { noteServerDate } from './server-time.js';
import { NO_ANSWER, NOT_FRESH, type Problem, problemIn, STOPPED } from './problem.js';
import { sendFile } from './send-file.js';
import { freshAsked, freshSession, renewedSession, sessionEnd, sessionEnded, sessionOf } from '../session/session.js';

/** The names in the braces of a route. */
type Parameters<R> = R extends `${string}{${infer Name}}${infer Rest}` ? Name | Parameters<Rest> : never;

/** `{ route: 'PUT /user/update/{id}', params: { id } }`; a route without names in braces has no `params`. */
type Asked<R extends HttpRoute> = R extends HttpRoute
  ? { readonly route: R } & ([Parameters<R>] extends [never]
      ? { readonly params?: never }
      : { readonly params: Readonly<Record<Parameters<R>, string | number>> })
  : never;

export type Call = Asked<HttpRoute> & HowToAsk;

interface HowToAsk {
  /** The query parameters. */
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as multipart when it is a form with a file. */
  readonly body?: object;
  /** The same for each attempt, so that the server answers what was made before and doesn't make it twice. */
  readonly repeatKey?: string;
  /** Whether the call is sent without the bearer token. */
  readonly isPublic?: boolean;
  readonly timeoutMs?: number;
  /** For a form with a large file: the share that has been sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

type Caller = Pick<BaseQueryApi, 'signal' | 'getState' | 'dispatch' | 'type'>;

/** How long a call without a file waits for its answer. */
export const TIMEOUT_MS = 20_000;
/** A logo takes its time over a slow connection. */
const UPLOAD_TIMEOUT_MS = 120_000;

/**
 * One call to the API. When our server no longer accepts the token, or takes a change only after a fresh sign-in, the password is
 * asked for, and the call is repeated once its account has signed in again.
 */
export async function baseQuery(call: Call, { signal, getState, dispatch, type }: Caller): Promise<Answer> {
  let session = call.isPublic ? null : sessionOf(getState());
  let isFresh = false;
  for (;;) {
    if (session && sessionEnd(getState())) {
      // What a page reads by itself doesn't ask for the password again.
      if (sessionEnd(getState()) === 'closed' && type === 'query') return { error: STOPPED };
      dispatch(sessionEnded());
      session = (await renewedSession(getState, signal)) ?? null;
      if (!session) return { error: STOPPED };
    }
    const answer = await certainly(call, session?.token, signal);
    if (answer.error?.code === 'FRESH_SIGN_IN_NEEDED' && session) {
      // Where clocks of the server differ, it may find no sign-in fresh, and the password would be asked for without end.
      if (isFresh) return { error: NOT_FRESH };
      // Another call may have asked meanwhile.
      if (sessionOf(getState())?.token === session.token) dispatch(freshAsked());
      session = (await freshSession(session, getState, signal)) ?? null;
      isFresh = true;
      if (!session) return { error: STOPPED };
      continue;
    }
    // A proxy may answer 401 too, for reasons of its own.
    if (answer.error?.code !== 'UNAUTHENTICATED' || !session) return answer;
    const now = sessionOf(getState());
    if (now?.token === session.token) dispatch(sessionEnded());
    else if (now?.userId !== session.userId) return answer;
    else session = now;
    if (!sessionOf(getState())) return answer;
  }
}

/**
 * A call whose answer was lost may have been carried out. It is sent once more where that does no more than the first did, so that
 * nobody is told that something isn't saved which is.
 */
async function certainly(call: Call, token: string | undefined, signal: AbortSignal): Promise<Answer> {
  const begun = performance.now();
  const answer = await ask(call, token, signal);
  const isLost = answer.error?.code === NO_ANSWER.code && !signal.aborted;
  return isLost && isRepeatable(call, performance.now() - begun) ? ask(call, token, signal) : answer;
}

/** By then nobody else has changed what a call on a broken connection may have changed. */
const SOON_MS = 2_000;

/**
 * The present password is another one once the first call was carried out, and a large file takes its time once more. Rows are
 * refused where they have changed meanwhile; the repetition of any other change would undo what somebody has changed since.
 */
function isRepeatable({ route, repeatKey, onProgress }: Call, tookMs: number): boolean {
  if (!route.startsWith('PUT ')) return repeatKey !== undefined && !onProgress;
  return route === 'PUT /user/rate-rows/{userId}' || (route !== 'PUT /auth/password' && tookMs < SOON_MS);
}

async function ask(call: Call, token: string | undefined, signal: AbortSignal): Promise<Answer> {
  if (call.onProgress) return askWithFile(call, call.onProgress, token, signal);
  const isForm = call.body instanceof FormData;
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, call.timeoutMs ?? (isForm ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS));
  signal.addEventListener('abort', stop);
  try {
    const { method, url } = addressOf(call);
    const response = await fetch(url, {
      method,
      headers: {
        ...headersOf(token, call),
        ...(call.body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      body: isForm ? (call.body as FormData) : call.body && JSON.stringify(call.body),
      signal: controller.signal,
    });
    noteServerDate(response.headers.get('date'));
    return answerIn(response.status, await response.json().catch(() => undefined));
  } catch {
    return { error: NO_ANSWER };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

async function askWithFile(
  call: Call,
  onProgress: (share: number) => void,
  token: string | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  const { body } = call;
  const { url } = addressOf(call);
  const sending = { url, headers: headersOf(token, call), form: body as FormData, onProgress, signal };
  const answer = await sendFile(sending);
  return answer ? answerIn(answer.status, answer.body) : { error: NO_ANSWER };
}

export function addressOf({ route, params, query }: Call): { method: string; url: string } {
  const [method = '', path = ''] = route.split(' ');
  const named: Readonly<Record<string, string | number>> = params ?? {};
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(named[name]!));
  return { method, url: `/api${filled}${query ? `?${new URLSearchParams(query)}` : ''}` };
}

function headersOf(token: string | undefined, { repeatKey }: Call): Record<string, string> {
  return {
    accept: 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(repeatKey ? { [IDEMPOTENCY_HEADER]: repeatKey } : {}),
  };
}

function answerIn(status: number, body: unknown): Answer {
  if (status < 200 || status > 299) return { error: problemIn(status, body) };
  return body === undefined ? { error: NO_ANSWER } : { data: body };
}

export type Answer = { data: unknown; error?: undefined } | { error: Problem; data?: undefined };
