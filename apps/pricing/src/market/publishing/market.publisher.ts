import {
  entriesOf,
  type TickQuote,
  tickQuote,
  limits,
  marketQuote,
  type MarketStatus,
  marketStatus,
  Metal,
  type Quote,
} from '@sarafa/contracts';
import { inForce, isInside, isMarketOpen, marketOpenedAt, nextTick, quoteTime } from '@sarafa/domain';
import { Metrics, StatePublisher } from '@sarafa/server';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { PricingConfig } from '../../pricing.config.js';
import { PRICING_CONFIG } from '../../pricing.tokens.js';
import { PriceSettingsRepository } from '../../price-settings/price-settings.repository.js';
import { MarketLease } from '../asking/market.lease.js';
import { TickQuotes } from './tick-quotes.js';
import { PollerStateRepository } from '../asking/poller-state.repository.js';
import { nextPollAt } from '../asking/poll-times.js';
import { QuotesRepository } from './quotes.repository.js';

const NEAR_BOUNDS = 0.1;

/**
 * Keeps the market's state keys equal to the database. Everything is worked out from the database each time, so any replica may do
 * it.
 */
@Injectable()
export class MarketPublisher {
  private readonly log = new Logger(MarketPublisher.name);
  private last?: Quote;
  private staleAfterMs?: number;

  constructor(
    private readonly quotes: QuotesRepository,
    private readonly tickQuotes: TickQuotes,
    private readonly poller: PollerStateRepository,
    private readonly settings: PriceSettingsRepository,
    private readonly state: StatePublisher,
    @Inject(PRICING_CONFIG) private readonly config: PricingConfig,
    private readonly lease: MarketLease,
    metrics: Metrics,
  ) {
    // The leader's are of now. Another replica publishes only where an admin's call comes to it, and would tell of that moment for ever.
    const ofLeader = (value: () => number | undefined) => () => (lease.isHeld ? value() : undefined);
    metrics.gauge(
      'sarafa_quote_age_seconds',
      'Age of the last accepted quote.',
      () => this.last && (Date.now() - Date.parse(quoteTime(this.last))) / 1_000,
    );
    /** The metals whose price isn't inside the bounds made narrower by this share at both ends. */
    const outside = (quote: Quote, margin: number) => {
      const bounds = inForce(config.MARKET_BOUNDS, Date.now());
      return entriesOf(quote, Metal.options).filter(([metal, { price }]) => {
        const { min, max } = bounds[metal];
        return !isInside(price, { min: min * (1 + margin), max: max * (1 - margin) });
      });
    };
    metrics.gauge(
      'sarafa_quotes_out_of_bounds',
      'Metals whose last accepted quote is outside of MARKET_BOUNDS.',
      ofLeader(() => this.last && outside(this.last, 0).length),
    );
    metrics.gauge(
      'sarafa_quotes_near_bounds',
      'Metals whose last accepted quote is outside of MARKET_BOUNDS, or within 10 % of one of them.',
      ofLeader(() => this.last && outside(this.last, NEAR_BOUNDS).length),
    );
    const age = (now: number, quote: Quote) => {
      const opened = marketOpenedAt(config.MARKET_HOURS, now);
      return (now - Math.max(Date.parse(quoteTime(quote)), opened)) / 1_000;
    };
    metrics.gauge(
      'sarafa_quote_age_open_seconds',
      'Age of the last accepted quote, without the time before the market opened last.',
      () => this.last && age(Date.now(), this.last),
    );
    metrics.gauge(
      'sarafa_quote_stale_after_seconds',
      'The age at which boards call a quote old, by the update interval in force.',
      ofLeader(() => this.staleAfterMs && this.staleAfterMs / 1_000),
    );
    metrics.gauge('sarafa_market_open', 'Whether the market trades: while not, quotes grow old.', () =>
      Number(isMarketOpen(config.MARKET_HOURS, Date.now())),
    );
  }

  /** The status is published first, because boards judge a quote by the status. */
  async publish(): Promise<void> {
    const { staleAfterMs } = await this.publishStatus();
    this.staleAfterMs = staleAfterMs;
    const now = Date.now();
    const latest = await this.quotes.latest();
    if (!latest) return;
    this.last = latest;
    const { rev: known } = await this.state.publish(marketQuote, '', latest.seq, latest);
    if (known > latest.seq && this.lease.isHeld && (await this.follow(known))) return this.publish();
    const restored = await this.quotes.lastRestored();
    for (const minutes of limits.dynamicPriceIntervals) {
      const quote = await this.tickQuotes.withDay(minutes, latest, now, staleAfterMs);
      if (quote) await this.state.publish(tickQuote, String(minutes), tickRev(quote, restored), quote);
    }
  }

  /**
   * Where KV has a later quote than the database, the database was put back to an older copy and NATS was not, or another replica has
   * accepted a quote just now. Then boards would have no new quote until there are as many as were lost: the last one is accepted once
   * more, with a number of after those. Answers whether the database has another last quote now.
   */
  private async follow(known: number): Promise<boolean> {
    const latest = (await this.quotes.latest())!;
    if (latest.seq >= known) return true;
    this.log.error(`KV has a quote of a later database (${known}, not ${latest.seq}): what the database says counts`);
    return this.quotes.add({ ...latest, seq: known + 1 }, new Date());
  }

  /** Called after a write. The write is saved whether it is published now or by the sweep. */
  async publishSoon(): Promise<void> {
    await this.publish().catch((error: Error) => this.log.warn(`Left to the sweep: ${error.message}`));
  }

  /** When boards of an interval may move next; milliseconds since 1970. */
  nextMove(now: number): number {
    return Math.min(...limits.dynamicPriceIntervals.filter((minutes) => minutes > 1).map((minutes) => nextTick(minutes, now)));
  }

  private async publishStatus(): Promise<MarketStatus> {
    const [state, settings] = await Promise.all([this.poller.read(), this.settings.current()]);
    const { update_interval_ms } = settings;
    const status: MarketStatus = {
      isRunning: state.running,
      updateIntervalMs: update_interval_ms,
      staleAfterMs: this.tickQuotes.staleAfterMs(update_interval_ms),
      hours: this.config.MARKET_HOURS,
      lastAskedAt: state.asked_at?.toISOString() ?? null,
      nextUpdate: state.running ? new Date(nextPollAt(state, update_interval_ms, Date.now())).toISOString() : null,
      source: state.source,
      lastError: state.last_error,
      marksRateRows: true,
      marksHolds: true,
    };
    // Both numbers only grow, so their sum grows too.
    const rev = state.rev + settings.rev;
    const { rev: known } = await this.state.publish(marketStatus, '', rev, status);
    // After a restore, as with quotes. Where another replica has published a later one just now, a number is left out.
    if (known > rev && (await this.poller.raise(state.rev, known - rev + 1))) return this.publishStatus();
    return status;
  }
}

/**
 * The `rev` of a tick quote: its `seq`, and a part of 1 that grows with each withdrawal after it, which may change its day, and with each
 * metal that has become stale at a later tick. Less than the next `seq`, at which the `rev` of the next quote begins.
 */
function tickRev({ seq, stale_metals = [] }: TickQuote, restored: number): number {
  const later = Math.max(0, restored - seq) + stale_metals.length;
  return seq + later / (later + 1);
}
