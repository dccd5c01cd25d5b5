import { Repeating } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { MarketLease } from '../market/asking/market.lease.js';
import { QuotesRepository } from '../market/publishing/quotes.repository.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { kolkataHour, QuoteHoursRepository } from './quote-hours.repository.js';

/** Hours that are rolled up at once where many are due: a week has at most ten thousand quotes. */
const CHUNK = 7 * 24;
/** Hours of the round at each turn. */
const ROUND_CHUNK = 24;

/**
 * Keeps `quote_hours` equal to `quotes`: the new hours, those that a withdrawal has changed, and all of them in turn, a day at each turn, whatever has been lost or restored of the copy.
 */
@Injectable()
export class QuoteHoursRoller extends Repeating {
  /** The quote up to which withdrawals were looked for. Unknown at the start, when all hours are due anyway. */
  private seq: number | undefined;
  /** Where the round over all hours goes on. */
  private round: number | undefined;

  constructor(
    private readonly hours: QuoteHoursRepository,
    private readonly quotes: QuotesRepository,
    private readonly lease: MarketLease,
    @Inject(PRICING_CONFIG) private readonly config: PricingConfig,
  ) {
    super();
  }

  protected pause(): number {
    return this.config.SWEEP_MS;
  }

  protected async turn(): Promise<void> {
    if (!this.lease.isHeld) return;
    const [latest, oldest] = await Promise.all([this.quotes.latest(), this.hours.oldestHour()]);
    if (!latest || oldest === null) return;
    const end = kolkataHour(Date.now()) + 1;
    const last = await this.hours.lastHour();
    const replaced = this.seq === undefined ? null : await this.hours.firstReplacedHour(this.seq);
    await this.rollUpTo(end, Math.min(last ?? oldest, replaced ?? Infinity));
    this.seq = latest.seq;
    const next = this.round === undefined || this.round >= end ? oldest : Math.max(this.round, oldest);
    await this.hours.roll(next, next + ROUND_CHUNK);
    this.round = next + ROUND_CHUNK;
  }

  private async rollUpTo(end: number, first: number): Promise<void> {
    for (let hour = first; hour < end; hour += CHUNK) await this.hours.roll(hour, Math.min(hour + CHUNK, end));
  }
}
