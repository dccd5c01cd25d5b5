import { type Actor, estimates } from '@sarafa/contracts';
import { inForce } from '@sarafa/domain';
import { Handles, requireSignedIn } from '@sarafa/server';
import { Controller, Inject } from '@nestjs/common';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';

/** The terms of estimates, which dashboards work out themselves. */
@Controller()
export class EstimatesController {
  constructor(@Inject(PRICING_CONFIG) private readonly config: PricingConfig) {}

  @Handles(estimates.terms)
  async terms(_: object, actor: Actor) {
    requireSignedIn(actor);
    const { GST_PERCENT, MAKING_GST_PERCENT, HALLMARK_CHARGE } = this.config;
    const now = Date.now();
    return {
      gst_percent: inForce(GST_PERCENT, now).percent,
      making_gst_percent: inForce(MAKING_GST_PERCENT, now).percent,
      hallmark_charge: HALLMARK_CHARGE,
    };
  }
}
