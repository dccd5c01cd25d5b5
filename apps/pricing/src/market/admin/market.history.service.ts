import { type Actor, type HistoryPoint, type HistoryQuery, rowsOf } from '@sarafa/contracts';
import { NO_MARGINS, rateBook } from '@sarafa/domain';
import { requireSignedIn } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { dutyStarts, landedSteps } from '../../duties/duty-steps.js';
import { importDuties } from '../../duties/import-duties.js';
import type { PricingConfig } from '../../pricing.config.js';
import { PRICING_CONFIG } from '../../pricing.tokens.js';
import { QuotesRepository } from '../publishing/quotes.repository.js';

/** Rates of the past. */
@Injectable()
export class MarketHistoryService {
  constructor(
    private readonly quotes: QuotesRepository,
    @Inject(PRICING_CONFIG) private readonly config: PricingConfig,
  ) {}

  /** Samples are left out. */
  async history(actor: Actor, { metal, from, to, step }: HistoryQuery): Promise<HistoryPoint[]> {
    requireSignedIn(actor);
    const [row] = rowsOf(metal);
    const duties = importDuties(this.config);
    const [begin, end] = [new Date(from), new Date(to)];
    // `to` may be ahead of now, and nobody knows yet which quote will stand when a later duty begins.
    const until = Math.min(end.getTime(), Date.now());
    const [accepted, standing] = await Promise.all([
      this.quotes.lastOfSteps(begin, end, step * 1_000),
      this.quotes.standingAt(dutyStarts(duties, begin.getTime(), until)),
    ]);
    return landedSteps(accepted, standing, duties).flatMap(({ at, quote, landed }) => {
      const rate = row && rateBook(landed).ratesFor(NO_MARGINS)[row];
      const said = quote[metal];
      return said && typeof rate?.sell === 'number' ? { at: at.toISOString(), price: said.price, rate: rate.sell } : [];
    });
  }
}
