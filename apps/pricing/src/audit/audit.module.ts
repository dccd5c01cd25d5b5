import { type DynamicModule, Module } from '@nestjs/common';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { AuditController } from './audit.controller.js';
import { PricingAudit } from './pricing-audit.repository.js';

/** Pricing's part of the log of changes, which all repositories of pricing may need. */
@Module({})
export class AuditModule {
  static with(config: PricingConfig): DynamicModule {
    return {
      module: AuditModule,
      global: true,
      controllers: [AuditController],
      providers: [{ provide: PRICING_CONFIG, useValue: config }, PricingAudit],
      exports: [PricingAudit],
    };
  }
}
