import type { MarketStatus, Quote, RateState } from '@sarafa/contracts';
import { marketWeek } from './market-hours.js';
import { quoteTime } from './quote-times.js';

type Judged = Pick<MarketStatus, 'updateIntervalMs' | 'staleAfterMs' | 'hours'>;

/** A quote is delayed when it is older than one and a half update intervals (rule 4.6). */
const DELAYED_AFTER_INTERVALS = 1.5;

/**
 * How a rate stands at `now` (milliseconds since 1970). `latest` is the last accepted quote, which also decides how a held rate
 * stands.
 */
export function rateState(latest: Quote, status: Judged, now: number): RateState {
  if (latest.sample) return 'sample';
  const at = Date.parse(quoteTime(latest));
  if (status.hours === 'spot') {
    const { closed, lastClose } = marketWeek(now);
    if (closed) return at < lastClose - status.staleAfterMs ? 'stale' : 'closed';
  }
  const age = now - at;
  if (age > status.staleAfterMs) return 'stale';
  return age > status.updateIntervalMs * DELAYED_AFTER_INTERVALS ? 'delayed' : 'live';
}

/** The next instant at which time alone can change `rateState`, in milliseconds since 1970; undefined when there is none. */
export function nextRateStateChange(latest: Quote, status: Judged, now: number): number | undefined {
  if (latest.sample) return undefined;
  const at = Date.parse(quoteTime(latest));
  // One millisecond later, because a quote is late when it is older than the limit, and not when it is exactly as old.
  const turns = [at + status.updateIntervalMs * DELAYED_AFTER_INTERVALS + 1, at + status.staleAfterMs + 1];
  if (status.hours === 'spot') turns.push(marketWeek(now).nextTurn);
  const next = Math.min(...turns.filter((turn) => turn > now));
  return Number.isFinite(next) ? next : undefined;
}
