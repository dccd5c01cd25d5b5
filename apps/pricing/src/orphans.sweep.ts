import { Metrics, OrphanSweep, RpcClient } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { Deletions } from './deletions.js';
import { MarketLease } from './market/asking/market.lease.js';
import type { PricingConfig } from './pricing.config.js';
import { PRICING_CONFIG } from './pricing.tokens.js';

@Injectable()
export class OrphansSweep extends OrphanSweep {
  constructor(
    deletions: Deletions,
    lease: MarketLease,
    rpc: RpcClient,
    metrics: Metrics,
    @Inject(PRICING_CONFIG) config: PricingConfig,
  ) {
    super(deletions.stored, lease, rpc, metrics, config);
  }
}
