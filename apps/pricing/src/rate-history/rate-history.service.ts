import { type Actor, type HistorySpan, type LandedPoint } from '@sarafa/contracts';
import { kolkataMidnight, landedTexts, listedPrices } from '@sarafa/domain';
import { requireOwnerOrAdmin, requireSignedIn } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { dutyStarts, landedSteps } from '../duties/duty-steps.js';
import { importDuties } from '../duties/import-duties.js';
import { type AcceptedQuoteAt, QuotesRepository } from '../market/publishing/quotes.repository.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import type { StoredRevision } from '../rate-lists/rate-list.schema.js';
import { RateListsRepository } from '../rate-lists/rate-lists.repository.js';
import { ShopRateListsRepository } from '../shop-rate-lists/shop-rate-lists.repository.js';
import { HOUR_MS, kolkataHour, QuoteHoursRepository, startOfHour } from './quote-hours.repository.js';

const MINUTE_MS = 60_000;
const DAY_HOURS = 24;
/** The time between two points of a day's chart; more points couldn't be told apart. */
const STEP_OF_DAY_MS = 5 * MINUTE_MS;

/** Hours of the longer spans: how many, and of how many each point is the last one. */
const SPANS = {
  week: { hours: 7 * DAY_HOURS, step: 1 },
  month: { hours: 30 * DAY_HOURS, step: 4 },
  year: { hours: 365 * DAY_HOURS, step: DAY_HOURS },
} as const;

/** Landed prices of the past, for charts of shops. */
@Injectable()
export class RateHistoryService {
  constructor(
    private readonly quotes: QuotesRepository,
    private readonly hours: QuoteHoursRepository,
    private readonly lists: RateListsRepository,
    private readonly ownLists: ShopRateListsRepository,
    @Inject(PRICING_CONFIG) private readonly config: PricingConfig,
  ) {}

  async landed(actor: Actor, span: HistorySpan, rate_list_id: string | null): Promise<LandedPoint[]> {
    requireSignedIn(actor);
    const now = Date.now();
    return rate_list_id === null ? this.ofMarket(span, now) : this.ofList(actor, span, rate_list_id, now);
  }

  private async ofMarket(span: HistorySpan, now: number): Promise<LandedPoint[]> {
    const duties = importDuties(this.config);
    const begin = span === 'day' ? kolkataMidnight(now) : startOfHour(firstHour(span, now));
    const [accepted, standing] = await Promise.all([
      span === 'day' ? this.quotesOfDay(now) : this.quotesOfHours(span, now),
      this.quotes.standingAt(dutyStarts(duties, begin, now)),
    ]);
    return landedSteps(accepted, standing, duties).map(({ at, landed }) => {
      return { at: at.toISOString(), landed: landedTexts(landed) };
    });
  }

  private quotesOfDay(now: number): Promise<AcceptedQuoteAt[]> {
    return this.quotes.lastOfSteps(new Date(kolkataMidnight(now)), new Date(now), STEP_OF_DAY_MS);
  }

  /** With the newest quote of the last 60 minutes, which may not have been rolled up yet. */
  private async quotesOfHours(span: keyof typeof SPANS, now: number): Promise<AcceptedQuoteAt[]> {
    const hourAgo = new Date(now - HOUR_MS);
    const [past, recent] = await Promise.all([
      this.hours.lastOfSteps(firstHour(span, now), kolkataHour(now), SPANS[span].step),
      this.quotes.lastOfSteps(hourAgo, new Date(now), HOUR_MS),
    ]);
    const [last, newest] = [past.at(-1), recent.at(-1)];
    return newest && (!last || newest.accepted_at > last.accepted_at) ? [...past, newest] : past;
  }

  /**
   * The last setting of the list in each step, after the one that was in force when the span began. A list may have been set
   * thousands of times, which is more than one message can carry.
   */
  private async ofList(actor: Actor, span: HistorySpan, id: string, now: number): Promise<LandedPoint[]> {
    const begin = span === 'day' ? kolkataMidnight(now) : now - SPANS[span].hours * HOUR_MS;
    const all = (await this.lists.history(id)) ?? (await this.ofShop(actor, id));
    const settings = all.filter(({ set_at }) => set_at.getTime() <= now).reverse();
    const isBefore = settings.map(({ set_at }) => set_at.getTime() < begin);
    const first = Math.max(0, isBefore.lastIndexOf(true));
    const shown = settings.slice(first);
    const steps = shown.map(({ set_at }) => (set_at.getTime() < begin ? 'before' : stepOf(span, set_at)));
    const lasts = shown.filter((_, index) => steps[index] !== steps[index + 1]);
    return lasts.map(({ set_at, ...rates }) => {
      return { at: new Date(Math.max(begin, set_at.getTime())).toISOString(), landed: landedTexts(listedPrices(rates)) };
    });
  }

  /** The list that the shop with this id keeps itself. */
  private ofShop(actor: Actor, id: string): Promise<StoredRevision[]> {
    requireOwnerOrAdmin(actor, id);
    return this.ownLists.revisions(id);
  }
}

/** The step that a time is in, as the repositories' `lastOfSteps` divide time. */
function stepOf(span: HistorySpan, at: Date): number {
  if (span === 'day') return Math.floor(at.getTime() / STEP_OF_DAY_MS);
  return Math.floor(kolkataHour(at.getTime()) / SPANS[span].step);
}

function firstHour(span: keyof typeof SPANS, now: number): number {
  return kolkataHour(now) - SPANS[span].hours + 1;
}
