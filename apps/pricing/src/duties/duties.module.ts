import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MarketLeaseModule } from '../market/asking/market-lease.module.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG, PRICING_DB } from '../pricing.tokens.js';
import { DutiesController } from './duties.controller.js';
import { DutiesPublisher } from './duties.publisher.js';
import { DutiesRepository } from './duties.repository.js';
import { DUTY, DutySchema } from './duty.schema.js';

@Module({})
export class DutiesModule {
  static with(config: PricingConfig): DynamicModule {
    return {
      module: DutiesModule,
      imports: [MongooseModule.forFeature([{ name: DUTY, schema: DutySchema }], PRICING_DB), MarketLeaseModule],
      providers: [{ provide: PRICING_CONFIG, useValue: config }, DutiesRepository, DutiesPublisher],
      controllers: [DutiesController],
      exports: [DutiesRepository],
    };
  }
}
