import { AppError, type ErrorCode } from '@sarafa/contracts';
import { InvalidArgumentError, RequestError, TimeoutError } from '@nats-io/transport-node';
import type { Metrics } from '../metrics.js';

/** Why a call got no answer, so that the metric distinguishes a service that isn't there from one that is slow. */
type Silence = 'timeout' | 'nobody' | 'disconnected' | 'too_large' | 'other';

/** A caller waits 4 s for its answer. */
const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 4, 5, 10];

/** Measures the calls that are handled here; the result is called at the end of each call. */
export function handledCalls(metrics: Metrics) {
  const seconds = metrics.histogram({
    name: 'sarafa_rpc_duration_seconds',
    help: 'Time that handled calls took, by their outcome: ok, or the error they were refused with.',
    labelNames: ['subject', 'outcome'],
    buckets: BUCKETS_S,
  });
  return (subject: string, startedAt: number, outcome: 'ok' | ErrorCode): void =>
    seconds.observe({ subject, outcome }, (performance.now() - startedAt) / 1_000);
}

/** Counts the calls that got no answer. The result is called with each failure and returns why; `other` is a fault of this side. */
export function unansweredCalls(metrics: Metrics) {
  const failures = metrics.counter({
    name: 'sarafa_rpc_client_failures_total',
    help: 'Calls that got no answer: timeout, nobody (listens), disconnected, too_large or other.',
    labelNames: ['subject', 'reason'],
  });
  return (subject: string, cause: unknown): Silence => {
    const reason = silence(cause);
    failures.inc({ subject, reason });
    return reason;
  };
}

function silence(cause: unknown): Silence {
  if (cause instanceof TimeoutError) return 'timeout';
  if (cause instanceof InvalidArgumentError) return 'too_large';
  // While NATS is down there is no connection to ask on, and when a connection breaks its running calls fail.
  if (cause instanceof AppError) return 'disconnected';
  if (!(cause instanceof RequestError)) return 'other';
  return cause.isNoResponders() ? 'nobody' : 'disconnected';
}
