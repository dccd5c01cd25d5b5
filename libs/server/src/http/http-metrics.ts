import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.js';

/** The long times are for uploads of 100 MB over a shop's line. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 300];

/** Counts and times the answers of an HTTP server, by the template of the route and never by the address itself. */
export function measureHttp(fastify: FastifyInstance, metrics: Metrics): void {
  const requests = metrics.counter({
    name: 'sarafa_http_requests_total',
    help: 'Answered requests, by their route: none where there is no such route.',
    labelNames: ['route', 'method', 'status'],
  });
  const seconds = metrics.histogram({
    name: 'sarafa_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['route', 'method'],
    buckets: BUCKETS_S,
  });
  fastify.addHook('onResponse', async ({ routeOptions, method }, reply) => {
    const route = routeOptions.url ?? 'none';
    requests.inc({ route, method, status: reply.statusCode });
    seconds.observe({ route, method }, reply.elapsedTime / 1_000);
  });
}
