import { Metrics, OrphanSweep, RpcClient } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import { MarketLease } from '../market/asking/market.lease.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { HoldsPublisher } from './holds.publisher.js';
import { HoldsRepository } from './holds.repository.js';

@Injectable()
export class HoldsSweep extends OrphanSweep {
  constructor(
    shops: HoldsRepository,
    publisher: HoldsPublisher,
    lease: MarketLease,
    rpc: RpcClient,
    metrics: Metrics,
    @Inject(PRICING_CONFIG) config: PricingConfig,
  ) {
    super('holds', shops, publisher, lease, rpc, metrics, config);
  }
}
