import { inSpan, Metrics } from '@sarafa/server';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { type RateSource, SourceError, type SourceQuote } from '../sources/rate-source.js';
import { sourcesOf } from '../sources/sources.js';

/** However long a source asks to be left alone: what it says may be nonsense, and its quota be filled again. */
const LONGEST_REST_MS = 3_600_000;

/** What a source said, or why it said nothing. */
export type Answer = { readonly quote: SourceQuote } | { readonly fault: string };

/** The provider's sources, and which of them want to be left alone. */
@Injectable()
export class MarketSources {
  private readonly log = new Logger(MarketSources.name);
  /** Asked in this order. */
  readonly inOrder;
  readonly check;
  /** Until when, by label. */
  private readonly resting = new Map<string, number>();
  private readonly failures;
  private answeredAt?: number;

  constructor(@Inject(PRICING_CONFIG) config: PricingConfig, metrics: Metrics) {
    ({ inOrder: this.inOrder, check: this.check } = sourcesOf(config));
    this.failures = metrics.counter({
      name: 'sarafa_source_failures_total',
      help: 'Questions to a market source that gave no quote.',
      labelNames: ['source'],
    });
    metrics.gauge(
      'sarafa_market_last_success_timestamp_seconds',
      'When a market source gave this replica an answer last, whatever became of it.',
      () => this.answeredAt && this.answeredAt / 1_000,
    );
  }

  /** `evenResting`: also one that asked to be left alone. */
  async ask(source: RateSource, evenResting: boolean): Promise<Answer> {
    const { label } = source;
    const restsUntil = this.resting.get(label) ?? 0;
    if (!evenResting && Date.now() < restsUntil) {
      return { fault: `${label} asked for a rest until ${new Date(restsUntil).toISOString()}` };
    }
    try {
      const step = { name: 'market.ask', kind: 'client', attributes: { 'market.source': label } } as const;
      const quote = await inSpan(step, () => source.ask());
      this.answeredAt = Date.now();
      this.resting.delete(label);
      return { quote };
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (error.restMs) this.resting.set(label, Date.now() + Math.min(error.restMs, LONGEST_REST_MS));
      this.failures.inc({ source: label });
      this.log.warn(`${label} ${error.message}`);
      return { fault: `${label} ${error.message}` };
    }
  }
}
