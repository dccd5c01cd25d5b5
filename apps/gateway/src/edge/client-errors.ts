import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, httpError } from '@sarafa/contracts';
import { SECURITY_HEADERS } from '@sarafa/server';
import { takenSockets } from './taken-sockets.js';

/** How long a refused client has to read the answer. */
const LINGER_MS = 500;

/** Requests that Node's parser refuses never reach a handler; they get the same error shape as all others (rule 1.5). */
export function answerClientErrors(newRequestId: () => string): (error: Error & { code?: string }, socket: Socket) => void {
  const refused = new WeakSet<Socket>();
  return ({ code }, socket) => {
    // Further pieces of a request that was refused already.
    if (refused.has(socket)) return;
    refused.add(socket);
    // A client that has closed the connection, or whose answer has begun, can't be told.
    if (code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    endWith(socket, errorOf(code), newRequestId());
  };
}

/**
 * Whether an answer has begun on this socket and hasn't ended; `_httpMessage` is what Node's own handler asks. The bytes that were
 * written don't tell, because a connection that a proxy keeps has carried earlier answers. Were such a connection closed without a
 * word, nginx would take the gateway for dead, ask the next one, and after the last have none for ten seconds.
 */
function isAnswering(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return takenSockets.has(socket) || socket._httpMessage?.headersSent === true;
}

function errorOf(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('HEADERS_TOO_LARGE', 'The address or the headers are too large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return tooSlow();
  return new AppError('INVALID_INPUT', 'This is no HTTP request');
}

export function tooSlow(): AppError {
  return new AppError('TIMEOUT', 'The request took too long to come');
}

/** Writes an error to the socket without a response object, and ends the connection. */
export function endWith(socket: Socket, error: AppError, requestId: string): void {
  const body = httpError(error, requestId);
  const text = JSON.stringify(body);
  const head = {
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    ...SECURITY_HEADERS,
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${body.statusCode} ${STATUS_CODES[body.statusCode]}`, ...lines, '', text].join('\r\n'));
  // If the connection were closed at once with unread bytes, the client's system would drop the answer.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
