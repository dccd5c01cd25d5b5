import { HttpError } from '@sarafa/contracts';
import type { ZodType } from 'zod';
import type { ServerClock } from './server-clock.js';
import { Stopwatch } from './stopwatch.js';

export type Answer<T> =
  | { readonly kind: 'ok'; readonly value: T }
  /** The server answered, but not with that. */
  | { readonly kind: 'refused'; readonly status: number }
  /** Nobody answered, or somebody who isn't our server: a proxy without it, a hotel's sign-in page. */
  | { readonly kind: 'unreachable' };

const TIMEOUT_MS = 10_000;

/** Asks the API; never throws. `signal` ends it early as `unreachable`. */
export async function ask<T>(path: string, schema: ZodType<T>, clock: ServerClock, signal?: AbortSignal): Promise<Answer<T>> {
  const abort = new AbortController();
  const asked = new Stopwatch();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  const onAbort = () => abort.abort();
  signal?.addEventListener('abort', onAbort);
  try {
    const response = await fetch(path, { headers: { accept: 'application/json' }, cache: 'no-cache', signal: abort.signal });
    const body: unknown = await response.json();
    // A timer stands still while a TV sleeps: such an answer may be from before.
    if (asked.ms > TIMEOUT_MS) return { kind: 'unreachable' };
    const answer = judge(response.status, body, schema);
    if (answer.kind !== 'unreachable') clock.hearDateHeader(response.headers.get('date'));
    return answer;
  } catch {
    return { kind: 'unreachable' };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

function judge<T>(status: number, body: unknown, schema: ZodType<T>): Answer<T> {
  if (status >= 200 && status < 300) {
    const parsed = schema.safeParse(body);
    return parsed.success ? { kind: 'ok', value: parsed.data } : { kind: 'refused', status };
  }
  return HttpError.safeParse(body).success ? { kind: 'refused', status } : { kind: 'unreachable' };
}
