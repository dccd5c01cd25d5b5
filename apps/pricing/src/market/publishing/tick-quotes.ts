import { type DynamicPriceInterval, entriesOf, type TickQuote, type Metal, metalsWithoutRow, Quote } from '@sarafa/contracts';
import {
  inForce,
  kolkataMidnight,
  landedDay,
  landedPrices,
  type LandedQuote,
  quoteTime,
  rateState,
  tickStart,
} from '@sarafa/domain';
import { Inject, Injectable } from '@nestjs/common';
import { dutyStarts } from '../../duties/duty-steps.js';
import { importDuties } from '../../duties/import-duties.js';
import type { PricingConfig } from '../../pricing.config.js';
import { PRICING_CONFIG } from '../../pricing.tokens.js';
import { PriceSettingsRepository } from '../../price-settings/price-settings.repository.js';
import { QuotesRepository } from './quotes.repository.js';

const STALE_AFTER_INTERVALS = 3;
const DAY_MS = 86_400_000;

/** The accepted quotes of the day of `latest`, with the last one before the day. */
interface QuotesOfDay {
  readonly midnight: number;
  readonly seq: number;
  readonly quotes: Promise<LandedQuote[]>;
}

/** The quotes that boards show at each interval (rule 4.10), worked out from the database alone. */
@Injectable()
export class TickQuotes {
  private ofDay?: QuotesOfDay;

  constructor(
    private readonly quotes: QuotesRepository,
    private readonly settings: PriceSettingsRepository,
    @Inject(PRICING_CONFIG) private readonly config: PricingConfig,
  ) {}

  /** The age at which a quote is stale, at this update interval. */
  staleAfterMs(updateIntervalMs: number): number {
    return this.config.MARKET_STALE_AFTER_MS ?? updateIntervalMs * STALE_AFTER_INTERVALS;
  }

  /** What boards of this interval show at `now`; null before the first quote ever. */
  async shownAt(minutes: DynamicPriceInterval, now: number): Promise<Quote | null> {
    const [latest, { update_interval_ms }] = await Promise.all([this.quotes.latest(), this.settings.current()]);
    return latest && this.quoteAt(minutes, latest, now, this.staleAfterMs(update_interval_ms));
  }

  /** The quote `seq` if boards of this interval have shown it within `ms` before `now`, and it was not withdrawn; else null. */
  async shownWithin(minutes: DynamicPriceInterval, seq: number, now: number, ms: number): Promise<Quote | null> {
    const [latest, stored] = await Promise.all([this.quotes.latest(), this.quotes.find(seq)]);
    if (!latest || !stored || stored.sample !== latest.sample || stored.replaced_by !== undefined) return null;
    const { update_interval_ms } = await this.settings.current();
    const before =
      minutes === 1
        ? await this.quotes.acceptedBy(now - ms, latest.sample)
        : await this.quoteAt(minutes, latest, now - ms, this.staleAfterMs(update_interval_ms));
    // Between two ticks the other boards show one quote alone.
    const isShown = before && (minutes === 1 ? before.seq <= seq && seq <= latest.seq : before.seq === seq);
    return isShown ? Quote.parse(stored) : null;
  }

  /** Whether boards of this interval, which have shown `seen` before `now`, called their rates stale when they moved on from it. */
  async wasStale(minutes: DynamicPriceInterval, seen: Quote, now: number): Promise<boolean> {
    const { update_interval_ms } = await this.settings.current();
    const staleAfterMs = this.staleAfterMs(update_interval_ms);
    const next = minutes === 1 ? seen.seq + 1 : (await this.shownAt(minutes, now))?.seq;
    const acceptedAt = (next === undefined ? null : await this.quotes.find(next))?.accepted_at.getTime();
    if (acceptedAt === undefined) return false;
    // The others move at a tick, or after it where the quote of the tick was stale, and are as old as the last quote that was accepted.
    const movedAt = minutes === 1 ? acceptedAt : Math.max(tickStart(minutes, now), acceptedAt);
    const last = minutes === 1 ? seen : await this.quotes.acceptedBy(movedAt - 1, seen.sample);
    const status = { updateIntervalMs: update_interval_ms, staleAfterMs, hours: this.config.MARKET_HOURS };
    return last !== null && rateState(last, status, movedAt) === 'stale';
  }

  /** Like `shownAt`, for a caller that has read the latest quote, and with the prices of the day. */
  async withDay(minutes: DynamicPriceInterval, latest: Quote, now: number, staleAfterMs: number): Promise<TickQuote | null> {
    const quote = await this.quoteAt(minutes, latest, now, staleAfterMs);
    if (!quote) return null;
    const stale_metals = minutes === 1 ? [] : staleMetals(quote, tickStart(minutes, now), staleAfterMs);
    return { ...quote, day: landedDay(await this.quotesOfDay(latest, now), minutes, now, staleAfterMs), stale_metals };
  }

  /** At 1 a board moves with every accepted quote, at the other intervals with the ticks of the clock. */
  private async quoteAt(minutes: number, latest: Quote, now: number, staleAfterMs: number): Promise<Quote | null> {
    if (minutes === 1) return latest;
    const [tick, { sample }] = [tickStart(minutes, now), latest];
    const quote = await this.quotes.acceptedBy(tick, sample);
    if (!quote || tick - Date.parse(quoteTime(quote)) <= staleAfterMs) return quote;
    // A quote that was stale at its tick isn't kept when the market comes back: the first quote after the tick that isn't stale itself
    // replaces it. One that is stale too, because another metal is still missing, would look live once that metal is back.
    return (await this.quotes.firstFreshAfter(tick, sample, staleAfterMs)) ?? quote;
  }

  /** Kept until the next quote, because all intervals need them. A withdrawal accepts another quote, so it counts as one too. */
  private quotesOfDay(latest: Quote, now: number): Promise<LandedQuote[]> {
    const midnight = kolkataMidnight(now);
    if (this.ofDay?.seq !== latest.seq || this.ofDay.midnight !== midnight) {
      const quotes = this.readDay(midnight, latest.sample);
      this.ofDay = { midnight, seq: latest.seq, quotes };
      quotes.catch(() => delete this.ofDay);
    }
    return this.ofDay.quotes;
  }

  private async readDay(midnight: number, sample: boolean): Promise<LandedQuote[]> {
    const stored = await this.quotes.acceptedSince(new Date(midnight), sample);
    const duties = importDuties(this.config);
    const starts = dutyStarts(duties, midnight, midnight + DAY_MS);
    return stored.map(({ quote, accepted_at, wrong }) => {
      const landedAt = (acceptedAt: number) => {
        const landed = { ...landedPrices(quote, inForce(duties, acceptedAt)) };
        for (const metal of wrong) delete landed[metal];
        return { landed, acceptedAt };
      };
      const acceptedAt = accepted_at.getTime();
      const laterDuties = starts.filter((start) => start > acceptedAt).map(landedAt);
      return { ...landedAt(acceptedAt), laterDuties, at: Date.parse(quoteTime(quote)) };
    });
  }
}

/** The metals whose own time isn't part of the quote's, and which were stale when boards took `quote`. */
function staleMetals(quote: Quote, tick: number, staleAfterMs: number): Metal[] {
  const takenAt = Math.max(tick, Date.parse(quoteTime(quote)));
  const stale = entriesOf(quote, metalsWithoutRow).filter(([, { at }]) => takenAt - Date.parse(at) > staleAfterMs);
  return stale.map(([metal]) => metal);
}
