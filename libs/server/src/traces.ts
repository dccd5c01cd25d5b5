import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@sarafa/contracts';
import {
  type Attributes,
  type Context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { Logger } from '@nestjs/common';
import { currentRequest, type GivenRequest, TRACEPARENT, withRequest } from './request-context.js';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** One step of a trace. */
export interface Step {
  /** One of a small set of names: subjects and routes, never ids. */
  readonly name: string;
  readonly kind: keyof typeof KINDS;
  readonly attributes?: Attributes;
}

interface TraceTarget {
  /** The base address of a collector that takes OTLP over HTTP. */
  readonly endpoint: string;
  /** The name of the process in traces. */
  readonly service: string;
  readonly version: string;
}

const EXPORT_TIMEOUT_MS = 5_000;
/** Spans that the collector doesn't take within this time at shutdown are lost, so that no shutdown waits for the collector. */
const LAST_EXPORT_MS = 3_000;

/** The tracer of the process. Without a configured collector there is none, and the functions here do nothing. */
let tracer: Tracer | undefined;

/** Starts to export spans. The returned function stops it and exports the last ones. */
export async function startTraces({ endpoint, service, version }: TraceTarget): Promise<() => Promise<void>> {
  // Loaded only here, so that a process without traces doesn't load the SDK.
  const [{ BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  logFailures();
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.namespace': 'sarafa',
      'service.version': version,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  tracer = provider.getTracer('sarafa');
  return async () => {
    tracer = undefined;
    await Promise.race([provider.shutdown(), sleep(LAST_EXPORT_MS, undefined, { ref: false })]);
  };
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

/** Runs `work` as a step of the running request, or as a trace of its own outside of a request. */
export function inSpan<T>(step: Step, work: () => Promise<T>): Promise<T> {
  return tracer ? run(currentRequest() ?? {}, step, work) : work();
}

/** Like `withRequest`, with all of `work` as one step of that request. */
export function withRequestSpan<T>(given: GivenRequest, step: Step, work: () => Promise<T>): Promise<T> {
  return tracer ? run(given, step, work) : withRequest(given, work);
}

/**
 * Starts a span below the span that `traceparent` names. Only for callers that have checked `isTracing`, and that end the span
 * themselves.
 */
export function startSpan({ name, kind, attributes = {} }: Step, traceparent: string | undefined): Span {
  const parent = parentOf(traceparent, kind === 'server');
  return tracer!.startSpan(name, { kind: KINDS[kind], attributes }, parent);
}

/** The `traceparent` that makes the next service's span a child of this one. */
export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

export function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}

async function run<T>({ traceparent, ...given }: GivenRequest, step: Step, work: () => Promise<T>): Promise<T> {
  const span = startSpan(step, traceparent);
  try {
    return await withRequest({ ...given, traceparent: traceparentOf(span) }, work);
  } catch (error) {
    // The error's class or code, never its message, which may contain personal data.
    markFailed(span, error instanceof AppError ? error.code : error instanceof Error ? error.constructor.name : 'unknown');
    throw error;
  } finally {
    span.end();
  }
}

function parentOf(traceparent: string | undefined, isRemote: boolean): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote });
}

/** Logs that the collector is down once, and not for every batch. */
function logFailures(): void {
  const log = new Logger('Traces');
  let last: string | undefined;
  const logFailure = (...words: unknown[]) => {
    const text = words.map(String).join(' ');
    if (text !== last) log.warn(text);
    last = text;
  };
  const nothing = () => undefined;
  diag.setLogger({ error: logFailure, warn: logFailure, info: nothing, debug: nothing, verbose: nothing }, DiagLogLevel.WARN);
}
