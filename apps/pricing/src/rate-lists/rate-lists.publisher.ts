import { marketRateLists, PublishedRateList } from '@sarafa/contracts';
import { SinglePublisher, StatePublisher } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { type RateListDocument, RateListsRepository } from './rate-lists.repository.js';

/** Keeps `market/rate-lists` equal to all documents. */
@Injectable()
export class RateListsPublisher extends SinglePublisher<z.infer<typeof marketRateLists.value>> {
  constructor(
    private readonly lists: RateListsRepository,
    state: StatePublisher,
    @Inject(PRICING_CONFIG) { SWEEP_MS }: PricingConfig,
  ) {
    super(state, marketRateLists, SWEEP_MS);
  }

  protected async current() {
    const all = await this.lists.listAll();
    // Each change raises one of the numbers, and none ever falls, so their sum grows too.
    const rev = all.reduce((sum, list) => sum + list.rev, 1);
    return { rev, value: { lists: all.filter(({ deleted }) => !deleted).map(publishedList) } };
  }
}

/** A list as the gateways price by it. */
export function publishedList({ _id, set_at, ...list }: RateListDocument): PublishedRateList {
  const id = String(_id);
  return PublishedRateList.parse({ ...list, id, _id: id, set_at: set_at.toISOString() });
}
