import * as http from 'node:http';
import * as https from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';

interface Bounds {
  /** Without a byte either way for so long, the other side is away. */
  readonly silenceMs: number;
  readonly signal: AbortSignal;
}

/** `PUT` of a stream to an address that was signed for it. Throws unless it is answered with 200. */
export async function putStream(
  url: string,
  headers: http.OutgoingHttpHeaders,
  body: Readable,
  { silenceMs, signal }: Bounds,
): Promise<void> {
  const { request } = url.startsWith('https:') ? https : http;
  const asked = request(url, { method: 'PUT', headers, signal, agent: false, timeout: silenceMs });
  asked.on('timeout', () => asked.destroy(new Error('no answer')));
  // Read as it comes: it is gone with its connection.
  const answered = new Promise<{ status: number | undefined; told: string }>((resolve, reject) => {
    asked.once('error', reject).once('response', (answer) => {
      text(answer).then((told) => resolve({ status: answer.statusCode, told }), reject);
    });
  });
  // How sending ended doesn't count: who answers 200 has all of it, and a refusal may come before its end.
  const [answer] = await Promise.allSettled([answered, pipeline(body, asked)]);
  if (answer.status === 'rejected') throw answer.reason;
  const { status, told } = answer.value;
  if (status !== 200) throw new Error(`PUT: ${status} ${told.slice(0, 300)}`);
}
