import { type Actor, AppError, type RefusedQuote, texts } from '@sarafa/contracts';
import { requireAdmin } from '@sarafa/server';
import { Injectable } from '@nestjs/common';
import { MarketAsking } from '../asking/market.asking.js';
import { MarketPublisher } from '../publishing/market.publisher.js';
import { quoteEntry } from './audited-quotes.js';
import { QuarantineRepository } from './quarantine.repository.js';
import { QuotesRepository } from '../publishing/quotes.repository.js';
import { isReleasable, refusedQuote, standingOf } from './refused-quote.js';

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
  ) {}

  async list(actor: Actor): Promise<RefusedQuote[]> {
    requireAdmin(actor);
    const [latest, refusals] = await Promise.all([this.quotes.latest(), this.quarantine.listNewest(LISTED)]);
    return refusals.map((refusal) => refusedQuote(refusal, latest));
  }

  /**
   * A price that an admin releases replaces the last one; boards show it within a second. Where none stands, the market is asked
   * again, and a price near the released one is accepted as the first.
   */
  async release(actor: Actor, id: string): Promise<RefusedQuote> {
    requireAdmin(actor);
    const refusal = await this.quarantine.find(id);
    if (!refusal) throw new AppError('NOT_FOUND', texts.prices.quarantineNotFound);
    const latest = await this.quotes.latest();
    if (!isReleasable(refusal, latest)) throw new AppError('CONFLICT', texts.prices.notReleasable);
    const standing = latest && standingOf(refusal.metal, latest);
    const entry = quoteEntry(id, standing ? { [refusal.metal]: standing } : {}, { [refusal.metal]: refusal });
    if (!latest || !standing) {
      const marked = await this.quarantine.markReleased(id, new Date(), entry);
      await this.asking.askNow();
      return refusedQuote(marked ?? refusal, await this.quotes.latest());
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
    return refusedQuote(now ?? refusal, released);
  }
}
