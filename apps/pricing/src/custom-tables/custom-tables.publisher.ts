import { boardCustomTables, type CustomTable, customTablesComplete } from '@sarafa/contracts';
import { Metrics, StatePublisher } from '@sarafa/server';
import { DocumentPublisher, type StateValue } from '@sarafa/server/mongo';
import { Inject, Injectable } from '@nestjs/common';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { CustomTablesRepository } from './custom-tables.repository.js';
import type { ShopCustomTables, ShopCustomTablesDocument } from './custom-tables.schema.js';

/** Keeps the custom rows that boards read equal to the documents. */
@Injectable()
export class CustomTablesPublisher extends DocumentPublisher<ShopCustomTables> {
  constructor(
    shops: CustomTablesRepository,
    state: StatePublisher,
    @Inject(PRICING_CONFIG) { SWEEP_MS }: PricingConfig,
    metrics: Metrics,
  ) {
    super('custom_tables', shops, state, [boardCustomTables], SWEEP_MS, metrics, customTablesComplete);
  }

  protected valuesOf(shop: ShopCustomTablesDocument): StateValue[] {
    return [{ stateKey: boardCustomTables, id: shop.id as string, value: tablesOf(shop) }];
  }
}

/** A shop's rows as the API answers them. */
export function tablesOf(shop: ShopCustomTablesDocument): CustomTable[] {
  const userId = shop.id as string;
  return shop.tables.map(({ _id, title, price, createdAt }) => {
    const id = _id.toHexString();
    return { id, _id: id, title, price, createdAt: createdAt.toISOString(), userId };
  });
}
