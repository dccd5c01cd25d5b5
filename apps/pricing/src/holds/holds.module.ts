import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MarketLeaseModule } from '../market/asking/market-lease.module.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG, PRICING_DB } from '../pricing.tokens.js';
import { ShopHold, ShopHoldSchema } from './hold.schema.js';
import { HoldsController } from './holds.controller.js';
import { HoldsPublisher } from './holds.publisher.js';
import { HoldsRepository } from './holds.repository.js';
import { HoldsService } from './holds.service.js';
import { HoldsSweep } from './holds.sweep.js';

@Module({})
export class HoldsModule {
  /** `sources` are the modules of quotes, duties and lists: what a hold keeps. */
  static with(config: PricingConfig, sources: DynamicModule[]): DynamicModule {
    return {
      module: HoldsModule,
      imports: [
        MongooseModule.forFeature([{ name: ShopHold.name, schema: ShopHoldSchema }], PRICING_DB),
        MarketLeaseModule,
        ...sources,
      ],
      providers: [{ provide: PRICING_CONFIG, useValue: config }, HoldsRepository, HoldsPublisher, HoldsService, HoldsSweep],
      controllers: [HoldsController],
      exports: [HoldsPublisher],
    };
  }
}
