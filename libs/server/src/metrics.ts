import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, type HistogramConfiguration, type CounterConfiguration, Registry } from 'prom-client';

/** An app's own metrics: apps of one process must not share prom-client's global registry. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  counter<L extends string = never>(options: CounterConfiguration<L>): Counter<L> {
    return new Counter<L>({ ...options, registers: [this.registry] });
  }

  histogram<L extends string = never>(options: HistogramConfiguration<L>): Histogram<L> {
    return new Histogram<L>({ ...options, registers: [this.registry] });
  }

  /** A counter whose values something else counts already; `read` answers them by `label` at each scrape. */
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

  /** `read` is asked at each scrape; undefined leaves the metric out. */
  gauge(name: string, help: string, read: () => number | undefined): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        const value = read();
        // Not `reset`, which would show a nought.
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }
}
