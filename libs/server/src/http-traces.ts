import type { FastifyInstance } from 'fastify';
import { requestOf, TRACEPARENT_HEADER } from './request-context.js';
import { isTracing, markFailed, startSpan, traceparentOf } from './traces.js';

/** What a door answers, as spans, while traces are wanted. For doors whose handlers go on from `requestOf`. */
export function traceHttp(door: FastifyInstance): void {
  if (!isTracing()) return;
  door.addHook('onRequest', async (request, { raw: response }) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url;
    // Load balancers ask every few seconds.
    if (route?.startsWith('/health/')) return;
    const name = route ? `${method} ${route}` : method;
    const attributes = { 'http.request.method': method, ...(route ? { 'http.route': route } : {}) };
    const span = startSpan({ name, kind: 'server', attributes }, requestOf(request).traceparent);
    // Whatever goes on from here is a child of this span, and not of the sender's.
    request.raw.headers[TRACEPARENT_HEADER] = traceparentOf(span);
    // Also where the reader has left before its answer.
    response.once('close', () => {
      const { statusCode, writableFinished } = response;
      span.setAttribute('http.response.status_code', statusCode);
      if (statusCode >= 500) markFailed(span, String(statusCode));
      else if (!writableFinished) markFailed(span, 'broken off');
      span.end();
    });
  });
}
