/** By HTTP/1.1 a browser has six connections, and files that never come would take all of them. */
const BEGIN_MS = 60_000;

interface Options extends RequestInit {
  /** How long an answer may take to begin, with the time in which it waits for a connection. */
  readonly beginMs?: number;
  /** How long the whole file may take. */
  readonly wholeMs?: number;
}

/**
 * The answer to a request for a file. A network that asked for a sign-in may have left its page in the browser's own cache, as
 * fresh for months. So what is neither an error nor the file, by `isFile`, is asked for once more past that cache. Rejects where no
 * answer has begun in time.
 */
export async function fetchFile(
  file: Request | string,
  isFile: (answer: Response) => boolean,
  options?: Options,
): Promise<Response> {
  const answer = await begun(file, options);
  return answer.status >= 400 || isFile(answer) ? answer : begun(file, { ...options, cache: 'reload' });
}

async function begun(file: Request | string, { beginMs = BEGIN_MS, wholeMs, ...init }: Options = {}): Promise<Response> {
  const signal = init.signal ?? (typeof file === 'string' ? undefined : file.signal);
  const abort = new AbortController();
  const end = () => abort.abort();
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  const timer = setTimeout(end, beginMs);
  if (wholeMs !== undefined) setTimeout(end, wholeMs);
  try {
    return await fetch(file, { ...init, signal: abort.signal });
  } finally {
    clearTimeout(timer);
  }
}
