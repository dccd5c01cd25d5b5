import { Repeating } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import type { PricingConfig } from '../../pricing.config.js';
import { PRICING_CONFIG } from '../../pricing.tokens.js';
import { MarketLease } from '../asking/market.lease.js';
import { WithdrawalsService } from './withdrawals.service.js';

/** Ends, in one replica, what a withdrawal that was cut off has begun: boards and holds would keep the wrong price. */
@Injectable()
export class WithdrawalsSweep extends Repeating {
  /** What the turn before has found: a withdrawal that is running ends by itself until the next one. */
  private seen: ReadonlySet<string> = new Set();

  constructor(
    private readonly withdrawals: WithdrawalsService,
    private readonly lease: MarketLease,
    @Inject(PRICING_CONFIG) private readonly config: PricingConfig,
  ) {
    super();
  }

  protected pause(): number {
    return this.config.SWEEP_MS;
  }

  protected async turn(): Promise<void> {
    if (!this.lease.isHeld) return;
    const begun = await this.withdrawals.listBegun();
    const { seen } = this;
    this.seen = new Set(begun.map(({ seq, metal }) => `${metal} ${seq}`));
    for (const { seq, metal } of begun) if (seen.has(`${metal} ${seq}`)) await this.withdrawals.finish(seq, metal);
  }
}
