import { Metrics, OrphanSweep, RpcClient } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { MarketLease } from '../market/asking/market.lease.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { ShopRateListsPublisher } from './shop-rate-lists.publisher.js';
import { ShopRateListsRepository } from './shop-rate-lists.repository.js';

@Injectable()
export class ShopRateListsSweep extends OrphanSweep {
  constructor(
    lists: ShopRateListsRepository,
    publisher: ShopRateListsPublisher,
    lease: MarketLease,
    rpc: RpcClient,
    metrics: Metrics,
    @Inject(PRICING_CONFIG) config: PricingConfig,
  ) {
    super('shop-rate-lists', lists, publisher, lease, rpc, metrics, config);
  }
}
