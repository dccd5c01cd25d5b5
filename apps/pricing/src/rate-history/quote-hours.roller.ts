import { Injectable } from '@nestjs/common';
import { LeaderSweep } from '../market/asking/market.lease.js';
import { QuotesRepository } from '../market/publishing/quotes.repository.js';
import { kolkataHour, QuoteHoursRepository } from './quote-hours.repository.js';

/** Hours that are rolled up at once where many are due: a week has at most ten thousand quotes. */
const CHUNK = 7 * 24;
/** Hours of the round at each turn. */
const ROUND_CHUNK = 24;

/**
 * Keeps `quote_hours` equal to `quotes`: the new hours, those that a withdrawal has changed, and all of them in turn, a day at
 * each turn, whatever has been lost or restored of the copy.
 */
@Injectable()
export class QuoteHoursRoller extends LeaderSweep {
  /**
   * The quotes in the place of withdrawn ones up to which hours were rolled up for good, and of which the turn before has known. Unknown at
   * the start, when all hours are due anyway.
   */
  private settled: number | undefined;
  private seen: number | undefined;
  /** Where the round over all hours goes on. */
  private round: number | undefined;

  constructor(
    private readonly hours: QuoteHoursRepository,
    private readonly quotes: QuotesRepository,
  ) {
    super();
  }

  protected async lead(): Promise<void> {
    const [restored, oldest] = await Promise.all([this.quotes.lastRestored(), this.hours.oldestHour()]);
    if (oldest === null) return;
    const end = kolkataHour(Date.now()) + 1;
    const last = await this.hours.lastHour(end);
    const replaced = this.settled === undefined ? null : await this.hours.firstReplacedHour(this.settled);
    await this.rollUpTo(end, Math.min(last ?? oldest, replaced ?? Infinity));
    // A withdrawal that is running replaces one metal after the other, so its hours are rolled up at the next turn too.
    this.settled = this.seen ?? restored;
    this.seen = restored;
    const next = this.round === undefined || this.round >= end ? oldest : Math.max(this.round, oldest);
    await this.hours.roll(next, next + ROUND_CHUNK);
    this.round = next + ROUND_CHUNK;
  }

  private async rollUpTo(end: number, first: number): Promise<void> {
    for (let hour = first; hour < end; hour += CHUNK) await this.hours.roll(hour, Math.min(hour + CHUNK, end));
  }
}
