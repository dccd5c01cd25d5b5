import { type DynamicModule, Module } from '@nestjs/common';
import { type AppContext } from '@sarafa/server';
import { mongo } from '@sarafa/server/mongo';
import { AuditModule } from './audit/audit.module.js';
import { CustomTablesModule } from './custom-tables/custom-tables.module.js';
import { Deletions } from './deletions.js';
import { DutiesModule } from './duties/duties.module.js';
import { EstimatesController } from './estimates/estimates.controller.js';
import { HoldsModule } from './holds/holds.module.js';
import { ListRemindersModule } from './list-reminders/list-reminders.module.js';
import { MarketModule } from './market/market.module.js';
import type { PricingConfig } from './pricing.config.js';
import { PRICING_CONFIG, PRICING_DB } from './pricing.tokens.js';
import { RateHistoryModule } from './rate-history/rate-history.module.js';
import { RateListsModule } from './rate-lists/rate-lists.module.js';
import { RateRowsModule } from './rate-rows/rate-rows.module.js';
import { ShopRateListsModule } from './shop-rate-lists/shop-rate-lists.module.js';

@Module({})
export class PricingModule {
  static with(config: PricingConfig, { health }: AppContext): DynamicModule {
    // Each is made once, because Nest takes two calls of `with` for two modules.
    const [market, duties] = [MarketModule.with(config), DutiesModule.with(config)];
    const lists = [RateListsModule.with(config), ShopRateListsModule.with(config)];
    return {
      module: PricingModule,
      imports: [
        mongo(config.MONGO_URL, PRICING_DB, health),
        ...[market, duties, ...lists],
        AuditModule.with(config),
        CustomTablesModule.with(config),
        RateRowsModule.with(config),
        ListRemindersModule.with(config, lists),
        HoldsModule.with(config, [market, duties, ...lists]),
        RateHistoryModule.with(config, [market, ...lists]),
      ],
      controllers: [EstimatesController],
      providers: [{ provide: PRICING_CONFIG, useValue: config }, Deletions],
    };
  }
}
