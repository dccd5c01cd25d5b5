import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What goes with a request through every hop: its id, and the W3C trace it belongs to. */
export interface RequestContext {
  readonly requestId: string;
  /** https://www.w3.org/TR/trace-context/#traceparent-header */
  readonly traceparent: string;
}

/** What is known of a request when it comes in. */
export type GivenRequest = { [name in keyof RequestContext]?: RequestContext[name] | undefined };

const storage = new AsyncLocalStorage<RequestContext>();
/** Trace, span and flags. */
export const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The headers that carry a request on, over the bus and over HTTP. */
export const REQUEST_ID_HEADER = 'x-request-id';
export const TRACEPARENT_HEADER = 'traceparent';

/** Everything `work` calls, over the bus too, belongs to this request: its id is in each log line and error answer. */
export function withRequest<T>(given: GivenRequest, work: () => T): T {
  const { requestId = randomUUID(), traceparent = '' } = given;
  return storage.run({ requestId, traceparent: TRACEPARENT.test(traceparent) ? traceparent : newTrace() }, work);
}

/** Undefined outside a request: in timers and at start. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}

/** Of a request at an HTTP door, which has given it its id. */
export function requestOf({ id, headers }: { id: string; headers: IncomingHttpHeaders }): GivenRequest {
  const traceparent = headers[TRACEPARENT_HEADER];
  return {
    requestId: id,
    traceparent: typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : undefined,
  };
}

/** The running request, for the next hop. */
export function requestHeaders(): Record<string, string> {
  const request = currentRequest();
  return request ? { [REQUEST_ID_HEADER]: request.requestId, [TRACEPARENT_HEADER]: request.traceparent } : {};
}

function newTrace(): string {
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;
}
