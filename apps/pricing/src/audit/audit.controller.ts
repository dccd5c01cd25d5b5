import { type Actor, type AskedAudit, audit } from '@sarafa/contracts';
import { Handles } from '@sarafa/server';
import { Controller } from '@nestjs/common';
import { PricingAudit } from './pricing-audit.repository.js';

@Controller()
export class AuditController {
  constructor(private readonly trail: PricingAudit) {}

  @Handles(audit.pricing)
  list(asked: AskedAudit, actor: Actor) {
    return this.trail.list(actor, asked);
  }
}
