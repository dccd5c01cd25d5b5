import { Bus, Lease, Metrics, Repeating } from '@sarafa/server';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { PricingConfig } from '../../pricing.config.js';
import { PRICING_CONFIG } from '../../pricing.tokens.js';
import { handoverMs } from './poll-times.js';

/**
 * The right to ask the market and to do whatever else only one replica does. Whatever depends on it begins after its first try, and
 * has ended before it is given up.
 */
@Injectable()
export class MarketLease extends Lease implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    bus: Bus,
    metrics: Metrics,
    @Inject(PRICING_CONFIG) private readonly config: PricingConfig,
  ) {
    super(bus, 'market');
    metrics.gauge('sarafa_market_leader', 'Whether this replica asks the market.', () => Number(this.isHeld));
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.start(handoverMs(this.config));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.release();
  }
}

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
