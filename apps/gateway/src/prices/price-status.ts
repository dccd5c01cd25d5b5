import { tickQuote, limits, EVERY_QUOTE, type MarketStatus, marketStatus, type PriceStatus } from '@sarafa/contracts';
import { kolkataDateTime, quoteSource, quoteTime } from '@sarafa/domain';
import { StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { MarketClock } from '../boards/market-clock.js';

const MINUTE_MS = 60_000;

/** The state of the market service, from what it publishes, so that it can be told while pricing is down. */
@Injectable()
export class PriceStatusReads {
  constructor(
    private readonly state: StateCache,
    private readonly clock: MarketClock,
  ) {}

  async read(): Promise<PriceStatus> {
    const [status, quote] = await Promise.all([this.state.load(marketStatus, ''), this.state.load(tickQuote, EVERY_QUOTE)]);
    const state = quote ? (quote.sample ? 'sample' : (this.clock.rateState ?? null)) : null;
    const nextUpdate = status?.nextUpdate ?? null;
    return {
      isRunning: status !== null && status.isRunning && !isOverdue(status),
      updateIntervalMinutes: (status?.updateIntervalMs ?? 0) / MINUTE_MS,
      nextUpdate,
      nextUpdateLocal: nextUpdate && kolkataDateTime(Date.parse(nextUpdate)),
      lastUpdated: quote && quoteTime(quote),
      source: quote && quoteSource(quote),
      stale: state === 'stale',
      lastError: status?.lastError ?? null,
      state,
    };
  }
}

/**
 * A service that has died can't say so. When its next question is overdue by an interval (a minute at least), it counts as
 * stopped.
 */
function isOverdue({ nextUpdate, updateIntervalMs }: MarketStatus): boolean {
  const patienceMs = Math.max(updateIntervalMs, limits.updateIntervals[0]);
  return nextUpdate !== null && Date.parse(nextUpdate) + patienceMs < Date.now();
}
