// What every HTTP door of the product shares.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Every answer has these (rule 13.1). */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
} as const;

const ENTITY_TAG = /[ \t,]*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,|$)/y;

/** Whether `If-None-Match` names `etag`: in a list, weak or not (a proxy that compresses weakens our tags), or as `*`. */
export function isKnownTag(ifNoneMatch: string | undefined, etag: string): boolean {
  // Boards send the one tag they got.
  if (ifNoneMatch === undefined || ifNoneMatch === etag) return ifNoneMatch !== undefined;
  if (ifNoneMatch.trim() === '*') return true;
  ENTITY_TAG.lastIndex = 0;
  for (let found = ENTITY_TAG.exec(ifNoneMatch); found; found = ENTITY_TAG.exec(ifNoneMatch)) {
    if (found[1] === etag) return true;
  }
  return false;
}

interface Reply {
  readonly raw: ServerResponse;
  removeHeader(name: string): unknown;
}

/** So long a refused sender may go on before its connection ends. */
const UNREAD_MS = 10_000;

/**
 * For doors that answer before a request's end: a hook before the answer and one after it. What is left of the request is
 * taken in and forgotten for a while. A connection closed at once, with bytes unread, would take the answer with it; left as
 * it is, it would be held by them.
 */
export const unread = {
  /** Also of a sender that wanted the connection closed: Node would do so right behind the answer. */
  beforeAnswer(request: IncomingMessage, reply: Reply): void {
    if (!hasBody(request) || request.complete) return;
    reply.raw.shouldKeepAlive = true;
    // Fastify's own, of a body that is too large.
    reply.removeHeader('connection');
  },
  afterAnswer(request: IncomingMessage): void {
    if (!hasBody(request) || request.destroyed) return;
    const { socket } = request;
    const close = () => request.headers.connection?.toLowerCase() === 'close' && socket.end();
    if (request.complete) return void close();
    const timer = setTimeout(() => socket.destroy(), UNREAD_MS).unref();
    request.once('end', close).once('close', () => clearTimeout(timer));
    request.resume();
  },
};

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}
