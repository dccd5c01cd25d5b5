import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MarketLeaseModule } from '../market/asking/market-lease.module.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG, PRICING_DB } from '../pricing.tokens.js';
import { ShopRateList, ShopRateListRevision, ShopRateListRevisionSchema, ShopRateListSchema } from './shop-rate-list.schema.js';
import { ShopRateListsController } from './shop-rate-lists.controller.js';
import { ShopRateListsPublisher } from './shop-rate-lists.publisher.js';
import { ShopRateListsRepository } from './shop-rate-lists.repository.js';
import { ShopRateListsService } from './shop-rate-lists.service.js';
import { ShopRateListsSweep } from './shop-rate-lists.sweep.js';

@Module({})
export class ShopRateListsModule {
  static with(config: PricingConfig): DynamicModule {
    const schemas = [
      { name: ShopRateList.name, schema: ShopRateListSchema },
      { name: ShopRateListRevision.name, schema: ShopRateListRevisionSchema },
    ];
    return {
      module: ShopRateListsModule,
      imports: [MongooseModule.forFeature(schemas, PRICING_DB), MarketLeaseModule],
      providers: [
        { provide: PRICING_CONFIG, useValue: config },
        ShopRateListsRepository,
        ShopRateListsPublisher,
        ShopRateListsService,
        ShopRateListsSweep,
      ],
      controllers: [ShopRateListsController],
      exports: [ShopRateListsPublisher, ShopRateListsRepository],
    };
  }
}
