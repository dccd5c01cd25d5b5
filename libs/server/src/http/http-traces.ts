import type { FastifyInstance } from 'fastify';
import { requestOf, TRACEPARENT_HEADER } from '../request-context.js';
import { isTracing, markFailed, startSpan, traceparentOf } from '../traces.js';

/**
 * Makes a span of each request while traces are wanted. For HTTP servers whose handlers continue the request by `requestOf`.
 */
export function traceHttp(fastify: FastifyInstance): void {
  if (!isTracing()) return;
  fastify.addHook('onRequest', async (request, { raw: response }) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url;
    // Load balancers ask for the health every few seconds.
    if (route?.startsWith('/health/')) return;
    const name = route ? `${method} ${route}` : method;
    const attributes = { 'http.request.method': method, ...(route ? { 'http.route': route } : {}) };
    const span = startSpan({ name, kind: 'server', attributes }, requestOf(request).traceparent);
    // Later spans of the request are children of this span, not of the sender's.
    request.raw.headers[TRACEPARENT_HEADER] = traceparentOf(span);
    // Called also when the client has left before the answer.
    response.once('close', () => {
      const { statusCode, writableFinished } = response;
      span.setAttribute('http.response.status_code', statusCode);
      if (statusCode >= 500) markFailed(span, String(statusCode));
      else if (!writableFinished) markFailed(span, 'broken off');
      span.end();
    });
  });
}
