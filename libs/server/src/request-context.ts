import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What accompanies a request through all services: its id, and the W3C trace that it belongs to. */
export interface RequestContext {
  readonly requestId: string;
  /** https://www.w3.org/TR/trace-context/#traceparent-header */
  readonly traceparent: string;
}

/** The part of the context that an incoming request brings along. */
export type GivenRequest = { [name in keyof RequestContext]?: RequestContext[name] | undefined };

const storage = new AsyncLocalStorage<RequestContext>();
/** The ids of trace and span, and the flags. */
export const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The headers that carry the context, over the bus and over HTTP. */
export const REQUEST_ID_HEADER = 'x-request-id';
export const TRACEPARENT_HEADER = 'traceparent';

/**
 * Runs `work` as part of this request: the request's id is in each log line and error, and goes along with calls over the bus.
 */
export function withRequest<T>(given: GivenRequest, work: () => T): T {
  const { requestId = randomUUID(), traceparent = '' } = given;
  return storage.run({ requestId, traceparent: TRACEPARENT.test(traceparent) ? traceparent : newTrace() }, work);
}

/** The context of the running request; undefined outside of a request, in timers and at start. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}

/** The context of a request to an HTTP server, which has given the request its id. */
export function requestOf({ id, headers }: { id: string; headers: IncomingHttpHeaders }): GivenRequest {
  const traceparent = headers[TRACEPARENT_HEADER];
  return {
    requestId: id,
    traceparent: typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : undefined,
  };
}

/** The context of the running request as headers for the next call. */
export function requestHeaders(): Record<string, string> {
  const request = currentRequest();
  return request ? { [REQUEST_ID_HEADER]: request.requestId, [TRACEPARENT_HEADER]: request.traceparent } : {};
}

function newTrace(): string {
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;
}
