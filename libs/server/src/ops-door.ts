import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Health } from './health.js';
import type { Metrics } from './metrics.js';

export interface Watched {
  readonly name: string;
  readonly health: Health;
  readonly metrics: Metrics;
}

/**
 * `/metrics`, `/health/live` and `/health/ready` of a process, on a port of their own: for Prometheus and Kubernetes, never
 * for the public. Live says only that the process turns; ready asks what every app in it needs.
 */
export class OpsDoor {
  private readonly registry = new Registry();

  private constructor(
    private readonly server: Server,
    private readonly watched: readonly Watched[],
  ) {
    collectDefaultMetrics({ register: this.registry });
  }

  /** `watched` is read at each request, so apps may be added while they start. */
  static async open(host: string, port: number, watched: readonly Watched[]): Promise<OpsDoor> {
    const server = createServer();
    const door = new OpsDoor(server, watched);
    server.on('request', (request, response) => {
      void door.answer(request.url ?? '').then(({ status, type, body }) => {
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
      });
    });
    server.listen(port, host);
    await once(server, 'listening');
    return door;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(url: string): Promise<{ status: number; type: string; body: string }> {
    const json = 'application/json; charset=utf-8';
    if (url === '/health/live') return { status: 200, type: json, body: '{"status":"ok"}' };
    if (url === '/health/ready') {
      const parts = await Promise.all(this.watched.map(async ({ name, health }) => ({ name, ...(await health.readiness()) })));
      const ready = parts.every((part) => part.ready);
      return { status: ready ? 200 : 503, type: json, body: JSON.stringify({ status: ready ? 'ok' : 'unavailable', parts }) };
    }
    if (url === '/metrics') {
      const registries = [this.registry, ...this.watched.map(({ metrics }) => metrics.registry)];
      const texts = await Promise.all(registries.map((registry) => registry.metrics()));
      return { status: 200, type: Registry.PROMETHEUS_CONTENT_TYPE, body: texts.join('\n') };
    }
    return { status: 404, type: json, body: '{"status":"not found"}' };
  }
}
