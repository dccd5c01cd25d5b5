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

/** A connection without progress for this long is dead. After the last byte the server needs a while to check the file. */
const SILENCE_MS = 120_000;

/** Posts a form and reports its progress, which `fetch` can't. Never rejects. */
export function sendFile({ url, headers, form, onProgress, signal }: Sending): Promise<FileAnswer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let silence = setTimeout(() => request.abort(), SILENCE_MS);
    const stop = () => request.abort();
    const end = (answer: FileAnswer) => {
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
      resolve(answer);
    };
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(silence);
      silence = setTimeout(() => request.abort(), SILENCE_MS);
      if (total > 0) onProgress(loaded / total);
    };
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
