import { Injectable, Logger } from '@nestjs/common';
import { Counter, Gauge, Histogram, type HistogramConfiguration, type CounterConfiguration, Registry } from 'prom-client';
import { asAppError } from './errors.js';
import { answeredIn } from './health.js';

/** Prometheus waits ten seconds for all metrics, and the doctor less than five. */
const READ_MS = 1_500;

/** The current value, read at each scrape. The metric is left out where it is undefined, fails or doesn't come in time. */
type Reading = () => number | undefined | Promise<number | undefined>;

/** The metrics of one app. Apps of one process must not share prom-client's global registry. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly log = new Logger(Metrics.name);
  /** The metrics whose reading has failed by a defect. */
  private readonly defects = new Set<string>();
  /** The members of each `level`, by its name. */
  private readonly levels = new Map<string, { labels: Record<string, string>; read: Reading }[]>();

  counter<L extends string = never>(options: CounterConfiguration<L>): Counter<L> {
    return new Counter<L>({ ...options, registers: [this.registry] });
  }

  histogram<L extends string = never>(options: HistogramConfiguration<L>): Histogram<L> {
    return new Histogram<L>({ ...options, registers: [this.registry] });
  }

  /** A counter whose value is counted elsewhere; `read` gives the value at each scrape. */
  total(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }

  /** Like `total` for several values; `read` gives the values by `label`. */
  totals(name: string, help: string, label: string, read: () => Iterable<[string, number]>): void {
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [value, count] of read()) this.inc({ [label]: value }, count);
      },
    });
  }

  /**
   * One of several gauges with the same name, each with `labels` of its own. The value is read at each scrape, and left out
   * as `Reading` says.
   */
  level(name: string, help: string, labels: Record<string, string>, read: Reading): void {
    const members = this.levels.get(name) ?? [];
    this.levels.set(name, members);
    members.push({ labels, read });
    if (members.length > 1) return;
    const valueOf = (member: { read: Reading }) => this.read(name, member.read);
    new Gauge({
      name,
      help,
      labelNames: Object.keys(labels),
      registers: [this.registry],
      async collect() {
        const values = await Promise.all(members.map(valueOf));
        this.reset();
        for (const [index, { labels: own }] of members.entries()) {
          const value = values[index];
          if (value !== undefined) this.set(own, value);
        }
      },
    });
  }

  /** A counter with `labels`; calling the result adds one. */
  counted(name: string, help: string, labels: Record<string, string>): () => void {
    const found = this.registry.getSingleMetric(name) as Counter | undefined;
    const counter = found ?? this.counter<string>({ name, help, labelNames: Object.keys(labels) });
    counter.inc(labels, 0);
    return () => counter.inc(labels);
  }

  /** A gauge whose `labels` are the same at each scrape. */
  gauge(name: string, help: string, reading: Reading, labels: Record<string, string> = {}): void {
    const read = () => this.read(name, reading);
    new Gauge({
      name,
      help,
      labelNames: Object.keys(labels),
      registers: [this.registry],
      async collect() {
        const value = await read();
        // Not `reset`, which would report 0.
        if (value === undefined) this.remove(labels);
        else this.set(labels, value);
      },
    });
  }

  private async read(name: string, reading: Reading): Promise<number | undefined> {
    try {
      return await answeredIn(READ_MS, reading());
    } catch (error) {
      // That a server is away is logged by whatever needs it. A defect is logged once, because metrics are read every few seconds.
      if (asAppError(error).code !== 'INTERNAL' || this.defects.has(name)) return undefined;
      this.log.error({ metric: name, err: error });
      this.defects.add(name);
      return undefined;
    }
  }
}
