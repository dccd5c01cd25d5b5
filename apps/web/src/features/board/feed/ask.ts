import { ReleasedError } from '@sarafa/contracts';
import type { ZodType } from 'zod';
import type { ServerClock } from './server-clock.js';
import { Stopwatch } from './stopwatch.js';

export type Reply<T> =
  | { readonly kind: 'ok'; readonly value: T }
  /** The server answered with something else. */
  | { readonly kind: 'refused'; readonly status: number }
  /** There was no answer, or one that isn't our server's: a proxy's, or a hotel's sign-in page. */
  | { readonly kind: 'unreachable' };

const TIMEOUT_MS = 10_000;
/** Seconds for which a cache on the way may have kept an answer, though it is told to keep none. */
const OLDEST_S = 60;

/** Asks the API; never rejects. `signal` ends the request early, as `unreachable`. */
export async function ask<T>(
  path: string,
  schema: ZodType<T>,
  clock: ServerClock,
  signal?: AbortSignal,
  method?: 'POST',
): Promise<Reply<T>> {
  const abort = new AbortController();
  const asked = new Stopwatch();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  const onAbort = () => abort.abort();
  signal?.addEventListener('abort', onAbort);
  try {
    const headers = { accept: 'application/json' };
    // Not by a condition, because a proxy may say by mistake that nothing has changed, and an old rate would stay as live.
    const response = await fetch(path, { method, headers, cache: 'no-store', signal: abort.signal });
    const body: unknown = await response.json();
    // A timer stands still while a TV sleeps, so an answer that comes late may be from before the sleep.
    if (asked.ms > TIMEOUT_MS || Number(response.headers.get('age')) > OLDEST_S) return { kind: 'unreachable' };
    const answer = judge(response.status, body, schema);
    if (answer.kind !== 'unreachable') clock.readDateHeader(response.headers.get('date'));
    return answer;
  } catch {
    return { kind: 'unreachable' };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

function judge<T>(status: number, body: unknown, schema: ZodType<T>): Reply<T> {
  if (status >= 200 && status < 300) {
    const parsed = schema.safeParse(body);
    return parsed.success ? { kind: 'ok', value: parsed.data } : { kind: 'refused', status };
  }
  return ReleasedError.safeParse(body).success ? { kind: 'refused', status } : { kind: 'unreachable' };
}
