import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MarketLeaseModule } from '../market/asking/market-lease.module.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG, PRICING_DB } from '../pricing.tokens.js';
import { CustomTablesController } from './custom-tables.controller.js';
import { CustomTablesPublisher } from './custom-tables.publisher.js';
import { CustomTablesRepository } from './custom-tables.repository.js';
import { CustomTablesSweep } from './custom-tables.sweep.js';
import { CustomTablesService } from './custom-tables.service.js';
import { ShopCustomTables, ShopCustomTablesSchema } from './custom-tables.schema.js';

@Module({})
export class CustomTablesModule {
  static with(config: PricingConfig): DynamicModule {
    return {
      module: CustomTablesModule,
      imports: [
        MongooseModule.forFeature([{ name: ShopCustomTables.name, schema: ShopCustomTablesSchema }], PRICING_DB),
        MarketLeaseModule,
      ],
      providers: [
        { provide: PRICING_CONFIG, useValue: config },
        CustomTablesRepository,
        CustomTablesPublisher,
        CustomTablesService,
        CustomTablesSweep,
      ],
      controllers: [CustomTablesController],
      exports: [CustomTablesPublisher],
    };
  }
}
