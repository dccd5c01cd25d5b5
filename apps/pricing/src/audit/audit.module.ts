import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { StoredPriceSettings, StoredPriceSettingsSchema } from '../price-settings/price-settings.schema.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG, PRICING_DB } from '../pricing.tokens.js';
import { STORED_RATE_LIST, StoredRateListSchema } from '../rate-lists/rate-list.schema.js';
import { AuditController } from './audit.controller.js';
import { PricingAudit } from './pricing-audit.repository.js';

@Module({})
export class AuditModule {
  static with(config: PricingConfig): DynamicModule {
    const logged = [
      { name: StoredPriceSettings.name, schema: StoredPriceSettingsSchema },
      { name: STORED_RATE_LIST, schema: StoredRateListSchema },
    ];
    return {
      module: AuditModule,
      imports: [MongooseModule.forFeature(logged, PRICING_DB)],
      controllers: [AuditController],
      providers: [{ provide: PRICING_CONFIG, useValue: config }, PricingAudit],
    };
  }
}
