import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';

/** What goes with a request through every hop: its id, and the W3C trace it belongs to. */
export interface RequestContext {
  readonly requestId: string;
  /** https://www.w3.org/TR/trace-context/#traceparent-header */
  readonly traceparent: string;
}

const storage = new AsyncLocalStorage<RequestContext>();
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Everything `work` calls, over the bus too, belongs to this request: its id is in each log line and error answer. */
export function withRequest<T>(given: { requestId?: string; traceparent?: string }, work: () => T): T {
  const { requestId = randomUUID(), traceparent = '' } = given;
  return storage.run({ requestId, traceparent: TRACEPARENT.test(traceparent) ? traceparent : newTrace() }, work);
}

/** Undefined outside a request: in timers and at start. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}

function newTrace(): string {
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;
}
