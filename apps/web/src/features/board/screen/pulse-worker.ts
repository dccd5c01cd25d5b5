import type { FromPulse, ToPulse } from './beat-link.js';
import { type BeatReply, Pulse } from './pulse.js';

const TIMEOUT_MS = 10_000;

/** This script runs in a dedicated worker, of which the types of a page know no more than a port. */
const page = self as unknown as {
  postMessage(news: FromPulse): void;
  onmessage: (event: MessageEvent<ToPulse>) => void;
};
const pulse = new Pulse(send, (news) => page.postMessage(news));
page.onmessage = ({ data }) => pulse.take(data);

async function send(path: string, body: string, token?: string): Promise<BeatReply> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const headers = {
      ...{ 'content-type': 'application/json', accept: 'application/json' },
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`/screens/${path}`, { method: 'POST', headers, body, signal: abort.signal });
    return { status: answer.status, body: (await answer.json()) as unknown };
  } finally {
    clearTimeout(timer);
  }
}
