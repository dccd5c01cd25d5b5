import { entriesOf, Metal, namesOf, texts } from '@sarafa/contracts';
import { inSpan, Metrics } from '@sarafa/server';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { PricingConfig } from '../../pricing.config.js';
import { PRICING_CONFIG } from '../../pricing.tokens.js';
import { type CheckSource, type RateSource, SourceError, type SourceQuote } from '../../sources/market-source.js';
import { accessTo } from '../../sources/source-settings.js';
import { sourceTable } from '../../sources/source-table.js';

/** The longest pause for a source, whatever it asks for, because its answer may be wrong or its quota renewed. */
const LONGEST_REST_MS = 3_600_000;

/** A source's quote, and the reasons why there is none, or none of a metal that every source has. */
export interface SourceAnswer {
  readonly quote?: SourceQuote;
  readonly faults: readonly string[];
}

/** The configured sources, and which of them have asked for a pause. */
@Injectable()
export class MarketSources {
  private readonly log = new Logger(MarketSources.name);
  /** The sources in the order in which they are asked. */
  readonly inOrder;
  readonly check;
  /**
   * The pause of each source, by its label. It ends by the monotonic clock, because the wall clock may be set back by hours;
   * `until` is for people.
   */
  private readonly resting = new Map<string, { readonly end: number; readonly until: string }>();
  /** How many questions in a row gave no quote, by the source's label. */
  private readonly failing = new Map<string, number>();
  private readonly failures;
  private answeredAt?: number;

  constructor(@Inject(PRICING_CONFIG) config: PricingConfig, metrics: Metrics) {
    ({ inOrder: this.inOrder, check: this.check } = sourcesOf(config));
    this.failures = metrics.counter({
      name: 'sarafa_source_failures_total',
      help: 'Questions to a market source that gave no quote.',
      labelNames: ['source'],
    });
    for (const source of new Set(this.inOrder.map(({ label }) => label))) {
      const help =
        'Whether the last two questions to a market source gave no quote, or not of both gold and silver; a source that rests is failing.';
      metrics.level('sarafa_source_failing', help, { source }, () => {
        const failures = this.failing.get(source);
        // Questions may be an hour apart, and one that fails isn't an alarm.
        return failures === undefined ? undefined : Number(failures > 1 || this.isResting(source));
      });
    }
    metrics.gauge(
      'sarafa_market_last_success_timestamp_seconds',
      'When a market source gave this replica an answer last, whatever became of it.',
      () => this.answeredAt && this.answeredAt / 1_000,
    );
  }

  /** With `evenResting` a source that asked for a pause is asked too. */
  async ask(source: RateSource, evenResting: boolean): Promise<SourceAnswer> {
    const { label } = source;
    if (!evenResting && this.isResting(label))
      return { faults: [texts.sources.resting(label, this.resting.get(label)!.until)] };
    try {
      const step = { name: 'market.ask', kind: 'client', attributes: { 'market.source': label } } as const;
      const quote = await inSpan(step, () => source.ask());
      this.answeredAt = Date.now();
      this.resting.delete(label);
      const faults = entriesOf(quote.faults, Metal.options).map(([metal, error]) => {
        const fault = texts.sources.without(label, texts.sources.metals[metal], error.message);
        this.failed(label, error, fault);
        return fault;
      });
      if (faults.length === 0) this.answered(source);
      return { quote, faults };
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      const fault = `${label} ${error.message}`;
      this.failed(label, error, fault);
      return { faults: [fault] };
    }
  }

  private failed(label: string, { restMs }: SourceError, fault: string): void {
    if (restMs) this.rest(label, Math.min(restMs, LONGEST_REST_MS));
    this.failures.inc({ source: label });
    this.failing.set(label, (this.failing.get(label) ?? 0) + 1);
    this.log.warn(fault);
  }

  private isResting(label: string): boolean {
    const rest = this.resting.get(label);
    return rest !== undefined && performance.now() < rest.end;
  }

  private rest(label: string, ms: number): void {
    this.resting.set(label, { end: performance.now() + ms, until: new Date(Date.now() + ms).toISOString() });
  }

  /** Sources behind this one are asked only while it fails, so what was last known of them is out of date. */
  private answered(source: RateSource): void {
    this.failing.set(source.label, 0);
    const place = this.inOrder.indexOf(source);
    if (place < 0) return;
    for (const { label } of this.inOrder.slice(place + 1)) this.failing.delete(label);
  }
}

/** The sources of this provider, in the order in which they are asked. */
interface Sources {
  readonly inOrder: readonly RateSource[];
  readonly check?: CheckSource;
}

type SourcesByName = { [N in keyof typeof sourceTable]: ReturnType<(typeof sourceTable)[N]['make']> };

function sourcesOf(config: PricingConfig): Sources {
  const { MARKET_SOURCES, MARKET_CHECK_SOURCE, MARKET_TIMEOUT_MS: timeoutMs } = config;
  // Each once: gold-api.com knows by its own answers whether its rate of the dollar is steady.
  const made: SourcesByName = Object.fromEntries(
    namesOf(sourceTable).map((name) => {
      const access = { ...accessTo(name, config), timeoutMs, dollar: () => made['gold-api'].dollar() };
      return [name, sourceTable[name].make(access)];
    }),
  ) as SourcesByName;
  return {
    inOrder: MARKET_SOURCES.map((name) => made[name]),
    ...(MARKET_CHECK_SOURCE ? { check: made[MARKET_CHECK_SOURCE] } : {}),
  };
}
