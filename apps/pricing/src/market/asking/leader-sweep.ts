import { Repeating } from '@sarafa/server';
import { Inject } from '@nestjs/common';
import type { PricingConfig } from '../../pricing.config.js';
import { PRICING_CONFIG } from '../../pricing.tokens.js';
import { MarketLease } from './market.lease.js';

/** A sweep of the one replica that holds the market's lease. */
export abstract class LeaderSweep extends Repeating {
  @Inject(MarketLease) private readonly lease!: MarketLease;
  @Inject(PRICING_CONFIG) private readonly config!: PricingConfig;

  protected abstract lead(): Promise<void>;

  protected pause(): number {
    return this.config.SWEEP_MS;
  }

  protected async turn(): Promise<void> {
    if (this.lease.isHeld) await this.lead();
  }
}
