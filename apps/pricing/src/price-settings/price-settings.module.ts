import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG, PRICING_DB } from '../pricing.tokens.js';
import { PriceSettingsController } from './price-settings.controller.js';
import { PriceSettingsPublisher } from './price-settings.publisher.js';
import { PriceSettingsRepository } from './price-settings.repository.js';
import { PriceSettingsService } from './price-settings.service.js';
import { StoredPriceSettings, StoredPriceSettingsSchema } from './price-settings.schema.js';

@Module({})
export class PriceSettingsModule {
  static with(config: PricingConfig): DynamicModule {
    const schema = { name: StoredPriceSettings.name, schema: StoredPriceSettingsSchema };
    return {
      module: PriceSettingsModule,
      imports: [MongooseModule.forFeature([schema], PRICING_DB)],
      controllers: [PriceSettingsController],
      providers: [
        { provide: PRICING_CONFIG, useValue: config },
        PriceSettingsRepository,
        PriceSettingsPublisher,
        PriceSettingsService,
      ],
      exports: [PriceSettingsRepository, PriceSettingsService],
    };
  }
}
