// What every HTTP server of the product shares.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The headers of every answer (rule 13.1). */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
} as const;

/** A client that came by TLS has to use TLS from now on (rule 13.3). */
export const HSTS = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } as const;

/** Whether the nearest proxy says that its client came by TLS; of several values it has added the last one. */
export function isForwardedByTls(proto: string | string[] | undefined): boolean {
  return typeof proto === 'string' && proto.slice(proto.lastIndexOf(',') + 1).trim() === 'https';
}

const ENTITY_TAG = /[ \t,]*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?:,|$)/y;

/** Whether `If-None-Match` names `etag`: in a list, as a weak tag (a proxy that compresses makes tags weak), or as `*`. */
export function isKnownTag(ifNoneMatch: string | undefined, etag: string): boolean {
  // The common case: a board sends exactly the tag that it got.
  if (ifNoneMatch === undefined || ifNoneMatch === etag) return ifNoneMatch !== undefined;
  if (ifNoneMatch.trim() === '*') return true;
  ENTITY_TAG.lastIndex = 0;
  for (let found = ENTITY_TAG.exec(ifNoneMatch); found; found = ENTITY_TAG.exec(ifNoneMatch)) {
    if (found[1] === etag) return true;
  }
  return false;
}

/**
 * When a connection closes, node:http has only the answer whose turn it is emit 'close'. This has an answer that waits behind that
 * one emit it too: otherwise a file, a place or a connection that such an answer needs would be held for good. To be called before
 * anybody else listens to the answer.
 */
export function closeWithConnection({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.socket) return;
  const close = () => {
    response.destroy();
    // As node:http does with its own: who listens only from now on finds by it that 'close' has passed.
    Object.assign(response, { _closed: true }).emit('close');
  };
  // A connection may ask for a thousand things at once.
  socket.setMaxListeners(0).once('close', close);
  response.once('socket', () => socket.off('close', close));
}

interface Reply {
  readonly raw: ServerResponse;
  header(name: string, value: string): unknown;
}

/** How long a refused sender may go on sending before its connection is closed. */
const UNREAD_MS = 10_000;

/**
 * Two hooks for HTTP servers that answer before a request's end. The rest of the request is read and dropped for a while. If
 * the connection were closed at once with unread bytes, the client would lose the answer; if nothing were read, the answer
 * would wait behind the bytes.
 */
export const unread = {
  /**
   * Says that the connection ends. HAProxy 2.6 would otherwise use it again after its client has left in the middle of a body, and the
   * next client's request would be read as the rest of that body. `_last` would have Node close the connection right after the answer.
   */
  beforeAnswer(request: IncomingMessage, reply: Reply): void {
    if (!hasBody(request) || request.complete) return;
    reply.header('connection', 'close');
    Object.defineProperty(reply.raw, '_last', { get: () => false, set: () => undefined });
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
