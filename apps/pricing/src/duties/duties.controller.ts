import { type Actor, duties, importDutyOf } from '@sarafa/contracts';
import { startOf } from '@sarafa/domain';
import { Handles, requireAdmin } from '@sarafa/server';
import { Controller, Inject } from '@nestjs/common';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { comingDuty } from './import-duties.js';

@Controller()
export class DutiesController {
  constructor(@Inject(PRICING_CONFIG) private readonly config: PricingConfig) {}

  @Handles(duties.next)
  async next(_: object, actor: Actor) {
    requireAdmin(actor);
    const coming = comingDuty(this.config, Date.now());
    if (!coming) return { duty: null };
    const { lastUpdated: from, ...percents } = importDutyOf(coming, new Date(startOf(coming)).toISOString());
    return { duty: { from, ...percents } };
  }
}
