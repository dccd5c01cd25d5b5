import { type DynamicModule, Module } from '@nestjs/common';
import { type AppContext } from '@sarafa/server';
import { mongo } from '@sarafa/server/mongo';
import { CustomTablesModule } from './custom-tables/custom-tables.module.js';
import { Deletions } from './deletions.js';
import { DutiesModule } from './duties/duties.module.js';
import { MarketModule } from './market/market.module.js';
import type { PricingConfig } from './pricing.config.js';
import { PRICING_DB } from './pricing.tokens.js';
import { RateRowsModule } from './rate-rows/rate-rows.module.js';

@Module({})
export class PricingModule {
  static with(config: PricingConfig, { health }: AppContext): DynamicModule {
    return {
      module: PricingModule,
      imports: [
        mongo(config.MONGO_URL, PRICING_DB, health),
        MarketModule.with(config),
        CustomTablesModule.with(config),
        RateRowsModule.with(config),
        DutiesModule.with(config),
      ],
      providers: [Deletions],
    };
  }
}
