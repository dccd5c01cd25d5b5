// What every HTTP door of the product shares.
import type { IncomingMessage } from 'node:http';

/** Rulings 10. Every answer has these. */
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

/** So long a refused sender may go on before its connection ends. */
const UNREAD_MS = 10_000;

/**
 * Takes in, and forgets, what is left of a request that has been answered before its end. Closed at once, with bytes unread,
 * the sender's system would throw the answer away; left open, the rest would hold the connection.
 */
export function leaveUnread(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const timer = setTimeout(() => request.complete || request.socket.destroy(), UNREAD_MS).unref();
  request.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
  request.resume();
}
