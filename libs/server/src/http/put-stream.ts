import * as http from 'node:http';
import * as https from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';

interface Bounds {
  /**
   * When no byte was sent or received for this long, the other side is considered gone. What the system or a proxy still holds of
   * the file counts as sent, so a line on which that takes longer is too slow.
   */
  readonly silenceMs: number;
  readonly signal: AbortSignal;
}

/** Sends a stream by `PUT` to a signed address. Throws unless the answer is 200. */
export async function putStream(
  url: string,
  headers: http.OutgoingHttpHeaders,
  body: Readable,
  { silenceMs, signal }: Bounds,
): Promise<void> {
  const { request } = url.startsWith('https:') ? https : http;
  const asked = request(url, { method: 'PUT', headers, signal, agent: false, timeout: silenceMs });
  asked.on('timeout', () => asked.destroy(new Error('no answer')));
  // The answer's body is read at once, because it is lost with its connection.
  const answered = new Promise<{ status: number | undefined; told: string }>((resolve, reject) => {
    asked.once('error', reject).once('response', (answer) => {
      text(answer).then((told) => resolve({ status: answer.statusCode, told }), reject);
    });
  });
  // Whether sending succeeded doesn't matter: an answer of 200 means that all has arrived, and a refusal may come before the
  // end.
  const [answer] = await Promise.allSettled([answered, pipeline(body, asked)]);
  if (answer.status === 'rejected') throw answer.reason;
  const { status, told } = answer.value;
  if (status !== 200) throw new Error(`PUT: ${status} ${told.slice(0, 300)}`);
}
