import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MarketLeaseModule } from '../market/asking/market-lease.module.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG, PRICING_DB } from '../pricing.tokens.js';
import { RateRowsController } from './rate-rows.controller.js';
import { RateRowsPublisher } from './rate-rows.publisher.js';
import { RateRowsRepository } from './rate-rows.repository.js';
import { ShopRateRows, ShopRateRowsSchema } from './rate-rows.schema.js';
import { RateRowsService } from './rate-rows.service.js';
import { RateRowsSweep } from './rate-rows.sweep.js';

@Module({})
export class RateRowsModule {
  static with(config: PricingConfig): DynamicModule {
    return {
      module: RateRowsModule,
      imports: [
        MongooseModule.forFeature([{ name: ShopRateRows.name, schema: ShopRateRowsSchema }], PRICING_DB),
        MarketLeaseModule,
      ],
      providers: [
        { provide: PRICING_CONFIG, useValue: config },
        RateRowsRepository,
        RateRowsPublisher,
        RateRowsService,
        RateRowsSweep,
      ],
      controllers: [RateRowsController],
      exports: [RateRowsPublisher],
    };
  }
}
