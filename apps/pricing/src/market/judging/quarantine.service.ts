import { type Actor, AppError, type Quote, type RefusedQuote, texts } from '@sarafa/contracts';
import { freshForMs, MAY_BE_AHEAD_MS } from '@sarafa/domain';
import { requireAdmin } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { MarketAsking } from '../asking/market.asking.js';
import { PriceSettingsRepository } from '../../price-settings/price-settings.repository.js';
import { TickQuotes } from '../publishing/tick-quotes.js';
import { MarketPublisher } from '../publishing/market.publisher.js';
import { quoteEntry } from './audited-quotes.js';
import { QuarantineRepository } from './quarantine.repository.js';
import { QuotesRepository } from '../publishing/quotes.repository.js';
import type { StoredRefusal } from './refusal.schema.js';
import { isReleasable, refusedQuote, type ReleaseTimes, standingOf } from './refused-quote.js';

/** As many as a person would read. */
const LISTED = 200;

/** Refused quotes, and what an admin decides about them. */
@Injectable()
export class QuarantineService {
  constructor(
    private readonly quotes: QuotesRepository,
    private readonly quarantine: QuarantineRepository,
    private readonly asking: MarketAsking,
    private readonly publisher: MarketPublisher,
    private readonly settings: PriceSettingsRepository,
    private readonly tickQuotes: TickQuotes,
  ) {}

  async list(actor: Actor): Promise<RefusedQuote[]> {
    requireAdmin(actor);
    const [latest, refusals] = await Promise.all([this.quotes.latest(), this.quarantine.listNewest(LISTED)]);
    return Promise.all(refusals.map(async (refusal) => refusedQuote(refusal, latest, await this.timesOf(refusal, latest))));
  }

  /**
   * A price that an admin releases replaces the last one; boards show it within a second. Where none stands, the market is asked
   * again, and a price near the released one is accepted as the first.
   */
  async release(actor: Actor, id: string): Promise<RefusedQuote> {
    requireAdmin(actor);
    const refusal = await this.quarantine.find(id);
    if (!refusal) throw new AppError('NOT_FOUND', texts.prices.quarantineNotFound);
    if (refusal.released_at !== null) throw new AppError('CONFLICT', texts.prices.alreadyReleased);
    const latest = await this.quotes.latest();
    const times = await this.timesOf(refusal, latest);
    if (!isReleasable(refusal, latest, times)) throw new AppError('CONFLICT', texts.prices.notReleasable);
    const standing = latest && standingOf(refusal.metal, latest);
    const entry = quoteEntry(id, standing ? { [refusal.metal]: standing } : {}, { [refusal.metal]: refusal });
    if (!latest || !standing) {
      const marked = await this.quarantine.markReleased(id, new Date(), entry);
      await this.asking.askNow();
      return refusedQuote(marked ?? refusal, await this.quotes.latest(), times);
    }
    const { metal, price, at, source, duty_included } = refusal;
    const released = {
      ...latest,
      seq: latest.seq + 1,
      sample: false,
      [metal]: { price, at, source, dutyIncluded: duty_included },
    };
    // Another quote was accepted meanwhile, so this one is judged again against that.
    if (!(await this.quotes.add(released, new Date(), entry))) return this.release(actor, id);
    const now = await this.quarantine.markReleased(id, new Date());
    await this.publisher.publishSoon();
    return refusedQuote(now ?? refusal, released, times);
  }

  private async timesOf({ metal, source, at }: StoredRefusal, latest: Quote | null): Promise<ReleaseTimes> {
    const { update_interval_ms } = await this.settings.current();
    const [now, said, standing] = [Date.now(), Date.parse(at), standingOf(metal, latest)];
    const staleAfterMs = this.tickQuotes.staleAfterMs(update_interval_ms);
    // Of older refusals it makes no difference, and there may be many of them.
    const isRecent = standing && said > Math.min(Date.parse(standing.at), now - staleAfterMs - MAY_BE_AHEAD_MS);
    // What the source said later can't have been accepted before that, but for clocks that differ.
    const since = new Date(said - MAY_BE_AHEAD_MS);
    const acceptedAt = isRecent ? await this.quotes.lastAtOf(metal, source, since) : undefined;
    return { now, freshMs: freshForMs(update_interval_ms), staleAfterMs, acceptedAt };
  }
}
