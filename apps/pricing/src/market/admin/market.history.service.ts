import { type Actor, type HistoryPoint, type HistoryQuery, rowsOf } from '@sarafa/contracts';
import { inForce, landedPrices, NO_MARGINS, rateBook } from '@sarafa/domain';
import { requireSignedIn } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
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
    const steps = await this.quotes.lastOfSteps(new Date(from), new Date(to), step * 1_000);
    const [row] = rowsOf(metal);
    const duties = importDuties(this.config);
    return steps.flatMap(({ quote, accepted_at }) => {
      const landed = landedPrices(quote, inForce(duties, accepted_at.getTime()));
      const rate = row && rateBook(landed).ratesFor(NO_MARGINS)[row];
      const said = quote[metal];
      return said && typeof rate?.sell === 'number'
        ? { at: accepted_at.toISOString(), price: said.price, rate: rate.sell }
        : [];
    });
  }
}
