import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Actor, Caller } from '@sarafa/contracts';

/** What accompanies a request through all services: its id, and the W3C trace that it belongs to. */
interface RequestContext {
  readonly requestId: string;
  /** https://www.w3.org/TR/trace-context/#traceparent-header */
  readonly traceparent: string;
  /** Who calls and from where, as `CALLER_HEADER` carries it; only whoever writes it down reads it. */
  readonly caller?: string | undefined;
  /** The token of whoever calls, as HTTP carries it: services find by it on whose behalf they are asked. */
  readonly authorization?: string | undefined;
  /** The token of the part that makes the call, in the form of `authorization`. It goes no further. */
  readonly service?: string | undefined;
  /** The name of the part that receives the call's answer. */
  readonly answeredTo?: string | undefined;
  /** The call over the bus that is being answered. */
  readonly call?: RunningCall | undefined;
}

/** A call over the bus, and who makes it. */
interface RunningCall {
  readonly subject: string;
  readonly actor: Actor;
  /** When the actor signed in, in seconds since 1970, by the call's token; undefined for a call without one. */
  readonly signedInAt?: number | undefined;
  /** The actor's own, by the call's token. */
  readonly username?: string | undefined;
}

/** The part of the context that an incoming request brings along. */
export type GivenRequest = { [name in keyof RequestContext]?: RequestContext[name] | undefined };

const storage = new AsyncLocalStorage<RequestContext>();
/** The ids of trace and span, and the flags. */
export const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The headers that carry the context, over the bus and over HTTP. */
export const REQUEST_ID_HEADER = 'x-request-id';
export const TRACEPARENT_HEADER = 'traceparent';
export const CALLER_HEADER = 'x-caller';
export const AUTHORIZATION_HEADER = 'authorization';
export const SERVICE_HEADER = 'x-service-authorization';

/**
 * Runs `work` as part of this request: the request's id is in each log line and error, and goes along with calls over the bus.
 */
export function withRequest<T>(given: GivenRequest, work: () => T): T {
  const { requestId = randomUUID(), traceparent = '', ...rest } = given;
  return storage.run({ ...rest, requestId, traceparent: TRACEPARENT.test(traceparent) ? traceparent : newTrace() }, work);
}

/** Runs `work` as the answer to a call. */
export function answering<T>(call: RunningCall, work: () => T): T {
  return withRequest({ ...currentRequest(), call }, work);
}

/** The context of the running request; undefined outside of a request, in timers and at start. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}

/** What log lines say of the running request: nothing by which somebody could act in its name. */
export function loggedRequest(): Omit<Partial<RequestContext>, 'authorization' | 'service'> {
  const { requestId, traceparent, caller, answeredTo, call } = currentRequest() ?? {};
  return Object.fromEntries(
    Object.entries({ requestId, traceparent, caller, answeredTo, call }).filter(([, value]) => value !== undefined),
  );
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
  if (!request) return {};
  const { requestId, traceparent, caller, authorization } = request;
  return {
    ...{ [REQUEST_ID_HEADER]: requestId, [TRACEPARENT_HEADER]: traceparent },
    ...(caller === undefined ? {} : { [CALLER_HEADER]: caller }),
    ...(authorization === undefined ? {} : { [AUTHORIZATION_HEADER]: authorization }),
  };
}

/** A caller as `CALLER_HEADER` carries it: a header takes neither every letter nor the end of a line. */
export function callerHeader(caller: Caller): string {
  return encodeURIComponent(JSON.stringify(caller));
}

/** The caller of the running request; undefined where the gateway is of a release that says nothing of callers. */
export function currentCaller(): Caller | undefined {
  return readCaller(currentRequest()?.caller ?? '');
}

/** Undefined where it is malformed. */
export function readCaller(header: string): Caller | undefined {
  try {
    return Caller.parse(JSON.parse(decodeURIComponent(header)));
  } catch {
    return undefined;
  }
}

function newTrace(): string {
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;
}
