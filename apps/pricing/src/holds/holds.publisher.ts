import { boardHold, type Hold, holdsComplete } from '@sarafa/contracts';
import { Bus, Metrics, StatePublisher } from '@sarafa/server';
import { DocumentPublisher, type StateValue } from '@sarafa/server/mongo';
import { Inject, Injectable } from '@nestjs/common';
import { QuotesRepository } from '../market/publishing/quotes.repository.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { purityListOf, type ShopHold, type ShopHoldDocument } from './hold.schema.js';
import { HoldsRepository, RELEASED } from './holds.repository.js';

/** Keeps the holds that gateways show equal to the documents. */
@Injectable()
export class HoldsPublisher extends DocumentPublisher<ShopHold> {
  constructor(
    private readonly holds: HoldsRepository,
    private readonly quotes: QuotesRepository,
    state: StatePublisher,
    @Inject(PRICING_CONFIG) { SWEEP_MS }: PricingConfig,
    metrics: Metrics,
    private readonly bus: Bus,
  ) {
    super('holds', holds, state, [boardHold], SWEEP_MS, metrics, holdsComplete);
  }

  /**
   * A quote may be withdrawn while shops hold it: nobody chose a rate that never was one (rule 3.19). And a clock that was ahead for a
   * while, that of a gateway too, may have begun a hold. Two clocks have to say so, since one that is behind would end right holds.
   */
  protected override async turn(): Promise<void> {
    const now = new Date();
    await this.holds.releaseEndless(Math.max(now.getTime(), await this.bus.clock.now()));
    const seqs = await this.holds.seqsHeld(now);
    for (const correction of await this.quotes.corrections(seqs)) await this.holds.correct(correction, now);
    await super.turn();
  }

  protected valuesOf(shop: ShopHoldDocument): StateValue[] {
    // Gateways of the release before, after a rollback, couldn't read what a released hold of such a list was.
    const isOver = purityListOf(shop) && shop.until.getTime() === RELEASED.getTime();
    return [{ stateKey: boardHold, id: shop.id as string, value: isOver ? null : holdOf(shop) }];
  }
}

/** A hold without a list is begun with a quote and a duty only. */
function holdOf(shop: ShopHoldDocument): Hold {
  const { since, until, quote, duty, rate_list, stale_metals } = shop;
  const purity_list = purityListOf(shop);
  const held = { since: since.toISOString(), until: until.toISOString() };
  if (purity_list) return { ...held, purity_list };
  return { ...held, quote, duty, rate_list, stale_metals } as Hold;
}
