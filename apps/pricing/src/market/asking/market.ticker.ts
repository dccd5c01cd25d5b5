import { Repeating } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import type { PricingConfig } from '../../pricing.config.js';
import { PRICING_CONFIG } from '../../pricing.tokens.js';
import { MarketLease } from './market.lease.js';
import { MarketPublisher } from '../publishing/market.publisher.js';

/** Publishes the quotes of ticks when these come, independently of slow sources, and at every sweep, in case NATS has lost something. */
@Injectable()
export class MarketTicker extends Repeating {
  private nextMove = Infinity;

  constructor(
    private readonly lease: MarketLease,
    private readonly publisher: MarketPublisher,
    @Inject(PRICING_CONFIG) private readonly config: PricingConfig,
  ) {
    super();
  }

  protected pause(): number {
    return Math.max(0, Math.min(this.config.SWEEP_MS, this.nextMove - Date.now()));
  }

  protected async turn(): Promise<void> {
    this.nextMove = this.publisher.nextMove(Date.now());
    if (this.lease.isHeld) await this.publisher.publish();
  }
}
