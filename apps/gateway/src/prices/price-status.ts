import { heldQuote, limits, LIVE, type MarketStatus, marketStatus, type PriceStatus } from '@sarafa/contracts';
import { kolkataDateTime, quoteSource, quoteTime } from '@sarafa/domain';
import { StateCache } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { MarketClock } from '../boards/market-clock.js';

const MINUTE_MS = 60_000;

/** How the market service does, from what it publishes: so it is told while pricing is down, too. */
@Injectable()
export class PriceStatusReads {
  constructor(
    private readonly state: StateCache,
    private readonly clock: MarketClock,
  ) {}

  async read(): Promise<PriceStatus> {
    const [status, quote] = await Promise.all([this.state.load(marketStatus, ''), this.state.load(heldQuote, LIVE)]);
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

/** A service that has died can't say so; one whose next question is an interval overdue has, and the shortest is a minute. */
function isOverdue({ nextUpdate, updateIntervalMs }: MarketStatus): boolean {
  const patienceMs = Math.max(updateIntervalMs, limits.updateIntervals[0]);
  return nextUpdate !== null && Date.parse(nextUpdate) + patienceMs < Date.now();
}
