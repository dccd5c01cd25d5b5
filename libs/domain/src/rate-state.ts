import {
  entriesOf,
  limits,
  type MarketStatus,
  type Metal,
  metalsWithoutRow,
  type Quote,
  type RateState,
} from '@sarafa/contracts';
import { marketWeek } from './market-hours.js';
import { quoteTime } from './quote-times.js';

type Judged = Pick<MarketStatus, 'updateIntervalMs' | 'staleAfterMs' | 'hours'>;

export type StatesWithoutRow<State extends string = RateState> = Readonly<Partial<Record<Metal, State>>>;

/** A quote is delayed when it is older than one and a half update intervals (rule 4.6). */
const DELAYED_AFTER_INTERVALS = 1.5;
const SHORTEST_INTERVAL_MS = Math.min(...limits.updateIntervals);

/**
 * How old a quote may be that still counts as fresh, in milliseconds: one and a half update intervals, and at least those of the
 * shortest interval, since providers' clocks differ from ours.
 */
export function freshForMs(updateIntervalMs: number): number {
  return Math.max(updateIntervalMs, SHORTEST_INTERVAL_MS) * DELAYED_AFTER_INTERVALS;
}

/**
 * How a rate stands at `now` (milliseconds since 1970). `latest` is the last accepted quote, which also decides how a held rate
 * stands.
 */
export function rateState(latest: Quote, status: Judged, now: number): RateState {
  return latest.sample ? 'sample' : stateOfAge(Date.parse(quoteTime(latest)), status, now);
}

/** How the prices of metals stand whose age is no part of `rateState`; those that have one. */
export function statesWithoutRow(latest: Quote, status: Judged, now: number): StatesWithoutRow {
  const states = entriesOf(latest, metalsWithoutRow).map(([metal, { at }]) => {
    return [metal, latest.sample ? 'sample' : stateOfAge(Date.parse(at), status, now)] as const;
  });
  return Object.fromEntries(states);
}

function stateOfAge(at: number, status: Judged, now: number): RateState {
  if (status.hours === 'spot') {
    const { closed, lastClose } = marketWeek(now);
    if (closed) return at < lastClose - status.staleAfterMs ? 'stale' : 'closed';
  }
  const age = now - at;
  if (age > status.staleAfterMs) return 'stale';
  return age > status.updateIntervalMs * DELAYED_AFTER_INTERVALS ? 'delayed' : 'live';
}

/** The next instant at which time alone can change `rateState` or `statesWithoutRow`, in milliseconds since 1970; undefined when there is none. */
export function nextRateStateChange(latest: Quote, status: Judged, now: number): number | undefined {
  if (latest.sample) return undefined;
  const times = [quoteTime(latest), ...entriesOf(latest, metalsWithoutRow).map(([, { at }]) => at)].map(Date.parse);
  // One millisecond later, because a quote is late when it is older than the limit, and not when it is exactly as old.
  const limitsMs = [status.updateIntervalMs * DELAYED_AFTER_INTERVALS + 1, status.staleAfterMs + 1];
  const turns = times.flatMap((at) => limitsMs.map((limitMs) => at + limitMs));
  if (status.hours === 'spot') turns.push(marketWeek(now).nextTurn);
  const next = Math.min(...turns.filter((turn) => turn > now));
  return Number.isFinite(next) ? next : undefined;
}
