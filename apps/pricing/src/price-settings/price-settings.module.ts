import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG, PRICING_DB } from '../pricing.tokens.js';
import { PriceSettingsPublisher } from './price-settings.publisher.js';
import { PriceSettingsRepository } from './price-settings.repository.js';
import { StoredPriceSettings, StoredPriceSettingsSchema } from './price-settings.schema.js';

@Module({})
export class PriceSettingsModule {
  static with(config: PricingConfig): DynamicModule {
    const schema = { name: StoredPriceSettings.name, schema: StoredPriceSettingsSchema };
    return {
      module: PriceSettingsModule,
      imports: [MongooseModule.forFeature([schema], PRICING_DB)],
      providers: [{ provide: PRICING_CONFIG, useValue: config }, PriceSettingsRepository, PriceSettingsPublisher],
      exports: [PriceSettingsRepository],
    };
  }
}
