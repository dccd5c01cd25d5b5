import { Metrics, OrphanSweep, RpcClient } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { MarketLease } from '../market/asking/market.lease.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { CustomTablesPublisher } from './custom-tables.publisher.js';
import { CustomTablesRepository } from './custom-tables.repository.js';

@Injectable()
export class CustomTablesSweep extends OrphanSweep {
  constructor(
    shops: CustomTablesRepository,
    publisher: CustomTablesPublisher,
    lease: MarketLease,
    rpc: RpcClient,
    metrics: Metrics,
    @Inject(PRICING_CONFIG) config: PricingConfig,
  ) {
    super('custom-tables', shops, publisher, lease, rpc, metrics, config);
  }
}
