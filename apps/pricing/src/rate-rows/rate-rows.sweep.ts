import { Metrics, OrphanSweep, RpcClient } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { MarketLease } from '../market/asking/market.lease.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { RateRowsPublisher } from './rate-rows.publisher.js';
import { RateRowsRepository } from './rate-rows.repository.js';

@Injectable()
export class RateRowsSweep extends OrphanSweep {
  constructor(
    shops: RateRowsRepository,
    publisher: RateRowsPublisher,
    lease: MarketLease,
    rpc: RpcClient,
    metrics: Metrics,
    @Inject(PRICING_CONFIG) config: PricingConfig,
  ) {
    super('rate-rows', shops, publisher, lease, rpc, metrics, config);
  }
}
