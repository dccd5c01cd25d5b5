import { limits } from '@sarafa/contracts';

/** The server's answer; undefined when the request was cut off, aborted, or silent for too long. */
type FileAnswer = { readonly status: number; readonly body: unknown } | undefined;

interface Sending {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: FormData;
  /** The share that has been sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** A connection without progress for this long is dead. */
const SILENCE_MS = 120_000;
/**
 * How long the answer may take once the last byte has left: longer than the gateway waits, because whoever gives up first never
 * learns that the file was stored. The last bytes may still be on their way by then.
 */
const ANSWER_MS = limits.ads.answerMs + SILENCE_MS;

/** Posts a form and reports its progress, which `fetch` can't. Never rejects. */
export function sendFile({ url, headers, form, onProgress, signal }: Sending): Promise<FileAnswer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    let silence = setTimeout(stop, SILENCE_MS);
    const wait = (ms: number) => (clearTimeout(silence), (silence = setTimeout(stop, ms)));
    const end = (answer: FileAnswer) => {
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
      resolve(answer);
    };
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => {
      wait(SILENCE_MS);
      if (total > 0) onProgress(loaded / total);
    };
    request.upload.onload = () => wait(ANSWER_MS);
    request.onload = () => end({ status: request.status, body: parsed(request.responseText) });
    request.onerror = request.onabort = () => end(undefined);
    if (signal.aborted) return end(undefined);
    signal.addEventListener('abort', stop);
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
