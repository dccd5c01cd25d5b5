import { PublishedRateList, shopRateList } from '@sarafa/contracts';
import { Metrics, StatePublisher } from '@sarafa/server';
import { DocumentPublisher, type StateValue } from '@sarafa/server/mongo';
import { Inject, Injectable } from '@nestjs/common';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import type { ShopRateList, ShopRateListDocument } from './shop-rate-list.schema.js';
import { ShopRateListsRepository } from './shop-rate-lists.repository.js';

/** Keeps the lists of shops that gateways price by equal to the documents. */
@Injectable()
export class ShopRateListsPublisher extends DocumentPublisher<ShopRateList> {
  constructor(
    lists: ShopRateListsRepository,
    state: StatePublisher,
    @Inject(PRICING_CONFIG) { SWEEP_MS }: PricingConfig,
    metrics: Metrics,
  ) {
    super('shop_rate_lists', lists, state, [shopRateList], SWEEP_MS, metrics);
  }

  protected valuesOf(list: ShopRateListDocument): StateValue[] {
    return [{ stateKey: shopRateList, id: list.id as string, value: shopListOf(list) }];
  }
}

/** A list as the gateways price by it. */
export function shopListOf(list: ShopRateListDocument): PublishedRateList {
  const { present, day, name, valid_hours, reminder_time } = list.toObject();
  const id = list.id as string;
  const head = { id, _id: id, name, valid_hours, reminder_time, day };
  return PublishedRateList.parse({ ...present, ...head, set_at: present.set_at.toISOString() });
}
