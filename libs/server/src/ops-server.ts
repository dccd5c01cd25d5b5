import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Health } from './health.js';
import type { Metrics } from './metrics.js';

export interface Watched {
  readonly name: string;
  readonly health: Health;
  readonly metrics: Metrics;
}

/** The version of the build, where it is known. */
interface Build {
  readonly version: string;
  readonly revision: string;
}

/**
 * Serves `/metrics`, `/health/live` and `/health/ready` of a process on a port of their own, for Prometheus and Kubernetes and
 * never for the public. `live` says only that the process responds; `ready` runs the checks of every app in the process.
 */
export class OpsServer {
  private readonly registry = new Registry();

  private constructor(
    private readonly server: Server,
    private readonly watched: readonly Watched[],
    build: Build,
  ) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      name: 'sarafa_build_info',
      help: 'What runs.',
      labelNames: ['version', 'revision'],
      registers,
    }).set({ ...build }, 1);
    new Gauge({
      name: 'sarafa_ready',
      help: 'Whether the app can do all of its work: it has started, and all that it needs answers.',
      labelNames: ['app'],
      registers,
      async collect() {
        const answers = await Promise.all(watched.map(async ({ name, health }) => [name, await health.readiness()] as const));
        for (const [app, { whole }] of answers) this.set({ app }, Number(whole));
      },
    });
  }

  /** `watched` are all apps of the process, also those that have yet to start. */
  static async open(host: string, port: number, watched: readonly Watched[], build: Build): Promise<OpsServer> {
    const server = createServer();
    const ops = new OpsServer(server, watched, build);
    server.on('request', (request, response) => {
      void ops
        .answer(request.url ?? '')
        .catch((error: Error) => ({ status: 500, type: 'text/plain; charset=utf-8', body: error.message }))
        .then(({ status, type, body }) => {
          response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
        });
    });
    server.listen(port, host);
    await once(server, 'listening');
    return ops;
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
      const ofApps = await Promise.all(this.watched.map(({ metrics }) => metrics.registry.getMetricsAsJSON()));
      // Prometheus accepts each name once, so metrics that several apps have under one name and with the same labels are added
      // up.
      const registries = [this.registry, AggregatorRegistry.aggregate(ofApps)];
      const texts = await Promise.all(registries.map((registry) => registry.metrics()));
      return { status: 200, type: Registry.PROMETHEUS_CONTENT_TYPE, body: texts.join('\n') };
    }
    return { status: 404, type: json, body: '{"status":"not found"}' };
  }
}
