import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG, PRICING_DB } from '../pricing.tokens.js';
import { STORED_RATE_LIST, StoredRateListSchema } from './rate-list.schema.js';
import { RateListsController } from './rate-lists.controller.js';
import { FormerRateListsPublisher, RateListsPublisher } from './rate-lists.publisher.js';
import { RateListsRepository } from './rate-lists.repository.js';
import { RateListsService } from './rate-lists.service.js';

@Module({})
export class RateListsModule {
  static with(config: PricingConfig): DynamicModule {
    return {
      module: RateListsModule,
      imports: [MongooseModule.forFeature([{ name: STORED_RATE_LIST, schema: StoredRateListSchema }], PRICING_DB)],
      providers: [
        { provide: PRICING_CONFIG, useValue: config },
        RateListsRepository,
        FormerRateListsPublisher,
        RateListsPublisher,
        RateListsService,
      ],
      controllers: [RateListsController],
      exports: [RateListsRepository],
    };
  }
}
