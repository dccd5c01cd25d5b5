import type { IncomingMessage, ServerResponse } from 'node:http';
import { endWith, tooSlow } from './client-errors.js';

/** An account's form may contain a logo of 5 MB, sent over a shop's line. */
const FORM_MS = 300_000;
const FORM = /^multipart\/form-data/i;

/**
 * Ends requests whose body doesn't arrive in time, because each of them holds a connection and the part that has arrived.
 * Uploads are exempt: they may take long, and media ends those that fall silent.
 */
export function endSlowBodies(bodyMs: number, uploads: RegExp, newRequestId: () => string) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { headers } = request;
    if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return;
    if (uploads.test(request.url ?? '')) return;
    const timer = setTimeout(
      () => {
        if (request.complete) return;
        const { socket } = request;
        if (response.headersSent || !socket.writable) socket.destroy();
        else endWith(socket, tooSlow(), newRequestId());
      },
      FORM.test(headers['content-type'] ?? '') ? Math.max(FORM_MS, bodyMs) : bodyMs,
    );
    timer.unref();
    const stop = () => clearTimeout(timer);
    request.once('end', stop).once('close', stop);
  };
}
