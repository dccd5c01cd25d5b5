import type { Metrics } from '@sarafa/server';
import type { FastifyInstance } from 'fastify';
import type { FastPath } from './fast-path.js';

/**
 * Counts what boards, TVs and readers of files are refused, by route and status. Their answers aren't among `sarafa_http_requests_total`,
 * because a hook for each would cost throughput; a refusal goes through Fastify anyway. A wrong address isn't a refusal.
 */
export function countRefusals(fastPath: FastPath, site: FastifyInstance, metrics: Metrics): void {
  const refusals = metrics.counter({
    name: 'sarafa_board_refusals_total',
    help: 'Public reads, streams, beats and files that were answered with 429 or with a fault of the server, by route.',
    labelNames: ['route', 'status'],
  });
  const count = (route: string, status: number) => {
    if (status === 429 || status >= 500) refusals.inc({ route, status });
  };
  for (const instance of [fastPath.fastify, site]) {
    instance.addHook('onResponse', async ({ routeOptions }, { statusCode }) => count(routeOptions.url ?? 'none', statusCode));
  }
  fastPath.onPostRefused = count;
}
