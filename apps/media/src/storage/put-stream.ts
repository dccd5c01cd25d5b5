import * as http from 'node:http';
import * as https from 'node:https';
import { type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';

/** An answer to a PUT is empty, or says in some lines what is wrong. */
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
  const answered = new Promise<http.IncomingMessage>((resolve, reject) =>
    asked.once('response', resolve).once('error', reject),
  );
  // A refusal may come before the body is sent, which then breaks off: the answer counts.
  const [answer, sent] = await Promise.allSettled([answered, pipeline(body, asked)]);
  if (answer.status === 'rejected') throw answer.reason;
  const told = await text(answer.value);
  if (answer.value.statusCode !== 200) throw new Error(`PUT: ${answer.value.statusCode} ${told.slice(0, 300)}`);
  if (sent.status === 'rejected') throw sent.reason;
}
