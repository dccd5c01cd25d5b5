import { boardRateRows, type RateRows, rateRowsComplete } from '@sarafa/contracts';
import { Metrics, StatePublisher } from '@sarafa/server';
import { DocumentPublisher, type StateValue } from '@sarafa/server/mongo';
import { Inject, Injectable } from '@nestjs/common';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { RateRowsRepository } from './rate-rows.repository.js';
import type { ShopRateRows, ShopRateRowsDocument } from './rate-rows.schema.js';

/** Keeps the rows that gateways price equal to the documents. */
@Injectable()
export class RateRowsPublisher extends DocumentPublisher<ShopRateRows> {
  constructor(
    shops: RateRowsRepository,
    state: StatePublisher,
    @Inject(PRICING_CONFIG) { SWEEP_MS }: PricingConfig,
    metrics: Metrics,
  ) {
    super('rate_rows', shops, state, [boardRateRows], SWEEP_MS, metrics, rateRowsComplete);
  }

  protected valuesOf(shop: ShopRateRowsDocument): StateValue[] {
    return [{ stateKey: boardRateRows, id: shop.id as string, value: rateRowsOf(shop) }];
  }
}

/** A shop's rows as they are told. Words of a later release are left as they are: each reader passes over what it doesn't know. */
export function rateRowsOf(shop: ShopRateRowsDocument): RateRows {
  const { rev, rows_mode, rows } = shop.toObject();
  return { rev, rows_mode, rows } as RateRows;
}
