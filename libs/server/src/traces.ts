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
  /** Of few: subjects and routes, never ids. */
  readonly name: string;
  readonly kind: keyof typeof KINDS;
  readonly attributes?: Attributes;
}

export interface TraceTarget {
  /** Base address of a collector that takes OTLP over HTTP. */
  readonly endpoint: string;
  /** What the process is called there. */
  readonly service: string;
  readonly version: string;
}

const EXPORT_TIMEOUT_MS = 5_000;
/** Spans that a collector doesn't take by then are lost: nobody's shutdown waits for it. */
const LAST_EXPORT_MS = 3_000;

/** Of the process. There is none unless traces are wanted, and then nothing here does anything. */
let tracer: Tracer | undefined;

/** From now on the process tells its spans. What is answered ends that, and tells the last of them. */
export async function startTraces({ endpoint, service, version }: TraceTarget): Promise<() => Promise<void>> {
  // Loaded here and not above: who wants no traces shouldn't pay for them.
  const [{ BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  tellFailures();
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

/** `work` as a step of the running request, or as a trace of its own where there is none. */
export function inSpan<T>(step: Step, work: () => Promise<T>): Promise<T> {
  return tracer ? run(currentRequest() ?? {}, step, work) : work();
}

/** As `withRequest`, with all of `work` as a step of that request. */
export function withRequestSpan<T>(given: GivenRequest, step: Step, work: () => Promise<T>): Promise<T> {
  return tracer ? run(given, step, work) : withRequest(given, work);
}

/** A span below whatever `traceparent` names. Only for who has asked `isTracing`; it is ended by its own `end`. */
export function startSpan({ name, kind, attributes = {} }: Step, traceparent: string | undefined): Span {
  const parent = parentOf(traceparent, kind === 'server');
  return tracer!.startSpan(name, { kind: KINDS[kind], attributes }, parent);
}

/** Says to the next hop whose child it is. */
export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

export function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}

async function run<T>({ requestId, traceparent }: GivenRequest, step: Step, work: () => Promise<T>): Promise<T> {
  const span = startSpan(step, traceparent);
  try {
    return await withRequest({ requestId, traceparent: traceparentOf(span) }, work);
  } catch (error) {
    // Its class and never its words: those may hold what is nobody's business.
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

/** A collector that is away is told once, and not with every batch. */
function tellFailures(): void {
  const log = new Logger('Traces');
  let last: string | undefined;
  const tell = (...words: unknown[]) => {
    const text = words.map(String).join(' ');
    if (text !== last) log.warn(text);
    last = text;
  };
  const nothing = () => undefined;
  diag.setLogger({ error: tell, warn: tell, info: nothing, debug: nothing, verbose: nothing }, DiagLogLevel.WARN);
}
