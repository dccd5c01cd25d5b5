import { about, type About } from '@sarafa/contracts';
import { Logger } from '@nestjs/common';
import type { Bus } from './nats/bus.js';
import type { Health } from './health.js';
import type { Metrics } from './metrics.js';

interface Own {
  readonly health: Health;
  readonly metrics: Metrics;
  readonly version?: string;
}

/** Tells the doctor how this replica is. Without a queue group, so that every replica gets the question. */
export function answerAbout(bus: Bus, own: Own): void {
  const log = new Logger('About');
  bus.subscribe(about(bus.name).subject, (message) => {
    void aboutOf(own)
      .then((answer) => message.respond(JSON.stringify(answer)))
      .catch((cause: unknown) => log.warn(`No answer could be given: ${String(cause)}`));
  });
}

async function aboutOf({ health, metrics, version = 'unknown' }: Own): Promise<About> {
  const [{ checks }, read] = await Promise.all([health.readiness(), metrics.registry.getMetricsAsJSON()]);
  const gauges = read
    .filter(({ type }) => String(type) === 'gauge')
    .flatMap(({ name, values }) => values.map(({ labels, value }) => ({ name, labels, value })))
    // JSON has no NaN, which Node's own gauges may be.
    .filter(({ value }) => Number.isFinite(value));
  return { version, checks, gauges: gauges as About['gauges'] };
}
