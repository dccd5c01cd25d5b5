import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { audit } from '@sarafa/contracts';
import { type AppContext } from '@sarafa/server';
import { auditController, mongo } from '@sarafa/server/mongo';
import { PricingAudit } from './audit/pricing-audit.repository.js';
import { CustomTablesController } from './custom-tables/custom-tables.controller.js';
import { CustomTablesPublisher } from './custom-tables/custom-tables.publisher.js';
import { CustomTablesRepository } from './custom-tables/custom-tables.repository.js';
import { ShopCustomTables, ShopCustomTablesSchema } from './custom-tables/custom-tables.schema.js';
import { CustomTablesService } from './custom-tables/custom-tables.service.js';
import { Deletions } from './deletions.js';
import { DutiesController } from './duties/duties.controller.js';
import { DutiesPublisher } from './duties/duties.publisher.js';
import { DutiesRepository } from './duties/duties.repository.js';
import { DUTY, DutySchema } from './duties/duty.schema.js';
import { EstimatesController } from './estimates/estimates.controller.js';
import { ShopHold, ShopHoldSchema } from './holds/hold.schema.js';
import { HoldsController } from './holds/holds.controller.js';
import { HoldsPublisher } from './holds/holds.publisher.js';
import { HoldsRepository } from './holds/holds.repository.js';
import { HoldsService } from './holds/holds.service.js';
import { ListRemindersController } from './list-reminders/list-reminders.controller.js';
import { ListRemindersSweep } from './list-reminders/list-reminders.sweep.js';
import { MarketAdminService } from './market/admin/market.admin.service.js';
import { MarketHistoryService } from './market/admin/market.history.service.js';
import { WithdrawalsService } from './market/admin/withdrawals.service.js';
import { WithdrawalsSweep } from './market/admin/withdrawals.sweep.js';
import { MarketAsking } from './market/asking/market.asking.js';
import { MarketLease } from './market/asking/market.lease.js';
import { MarketPoller } from './market/asking/market.poller.js';
import { MarketSources } from './market/asking/market.sources.js';
import { MarketTicker } from './market/asking/market.ticker.js';
import { PollerStateRepository } from './market/asking/poller-state.repository.js';
import { PollerState, PollerStateSchema } from './market/asking/poller-state.schema.js';
import { HeardPrices } from './market/judging/heard-prices.js';
import { MarketJudge } from './market/judging/market.judge.js';
import { QuarantineRepository } from './market/judging/quarantine.repository.js';
import { QuarantineService } from './market/judging/quarantine.service.js';
import { Refusal, RefusalSchema } from './market/judging/refusal.schema.js';
import { MarketController } from './market/market.controller.js';
import { TickQuotes } from './market/publishing/tick-quotes.js';
import { MarketPublisher } from './market/publishing/market.publisher.js';
import { STORED_QUOTE, StoredQuoteSchema } from './market/publishing/quote.schema.js';
import { QuotesRepository } from './market/publishing/quotes.repository.js';
import { OrphansSweep } from './orphans.sweep.js';
import { PriceSettingsController } from './price-settings/price-settings.controller.js';
import { PriceSettingsPublisher } from './price-settings/price-settings.publisher.js';
import { PriceSettingsRepository } from './price-settings/price-settings.repository.js';
import { StoredPriceSettings, StoredPriceSettingsSchema } from './price-settings/price-settings.schema.js';
import { PriceSettingsService } from './price-settings/price-settings.service.js';
import type { PricingConfig } from './pricing.config.js';
import { PRICING_CONFIG, PRICING_DB } from './pricing.tokens.js';
import { QUOTE_HOUR, QuoteHourSchema } from './rate-history/quote-hour.schema.js';
import { QuoteHoursRepository } from './rate-history/quote-hours.repository.js';
import { QuoteHoursRoller } from './rate-history/quote-hours.roller.js';
import { RateHistoryController } from './rate-history/rate-history.controller.js';
import { RateHistoryService } from './rate-history/rate-history.service.js';
import { STORED_RATE_LIST, StoredRateListSchema } from './rate-lists/rate-list.schema.js';
import { RateListsController } from './rate-lists/rate-lists.controller.js';
import { FormerRateListsPublisher, RateListsPublisher } from './rate-lists/rate-lists.publisher.js';
import { RateListsRepository } from './rate-lists/rate-lists.repository.js';
import { RateListsService } from './rate-lists/rate-lists.service.js';
import { RateRowsController } from './rate-rows/rate-rows.controller.js';
import { RateRowsPublisher } from './rate-rows/rate-rows.publisher.js';
import { RateRowsRepository } from './rate-rows/rate-rows.repository.js';
import { ShopRateRows, ShopRateRowsSchema } from './rate-rows/rate-rows.schema.js';
import { RateRowsService } from './rate-rows/rate-rows.service.js';
import {
  ShopRateList,
  ShopRateListRevision,
  ShopRateListRevisionSchema,
  ShopRateListSchema,
} from './shop-rate-lists/shop-rate-list.schema.js';
import { ShopRateListsController } from './shop-rate-lists/shop-rate-lists.controller.js';
import { ShopRateListsPublisher } from './shop-rate-lists/shop-rate-lists.publisher.js';
import { ShopRateListsRepository } from './shop-rate-lists/shop-rate-lists.repository.js';
import { ShopRateListsService } from './shop-rate-lists/shop-rate-lists.service.js';

const QUOTES = [QuotesRepository, TickQuotes, MarketPublisher];
const ASKING = [MarketLease, PollerStateRepository, MarketSources, MarketAsking, MarketPoller, MarketTicker];
const JUDGING = [QuarantineRepository, HeardPrices, MarketJudge, QuarantineService];
const MARKET_ADMIN = [MarketAdminService, MarketHistoryService, WithdrawalsService, WithdrawalsSweep];
const PRICE_SETTINGS = [PriceSettingsRepository, PriceSettingsPublisher, PriceSettingsService];
const DUTIES = [DutiesRepository, DutiesPublisher];
const HISTORY = [QuoteHoursRepository, QuoteHoursRoller, RateHistoryService];
const RATE_LISTS = [RateListsRepository, FormerRateListsPublisher, RateListsPublisher, RateListsService, ListRemindersSweep];
const OWN_LISTS = [ShopRateListsRepository, ShopRateListsPublisher, ShopRateListsService];
const TABLES = [CustomTablesRepository, CustomTablesPublisher, CustomTablesService];
const RATE_ROWS = [RateRowsRepository, RateRowsPublisher, RateRowsService];
const HOLDS = [HoldsRepository, HoldsPublisher, HoldsService];

@Module({})
export class PricingModule {
  static with(config: PricingConfig, { health }: AppContext): DynamicModule {
    return {
      module: PricingModule,
      imports: [
        mongo(config.MONGO_URL, PRICING_DB, health),
        MongooseModule.forFeature(
          [
            { name: STORED_QUOTE, schema: StoredQuoteSchema },
            { name: Refusal.name, schema: RefusalSchema },
            { name: PollerState.name, schema: PollerStateSchema },
            { name: StoredPriceSettings.name, schema: StoredPriceSettingsSchema },
            { name: DUTY, schema: DutySchema },
            { name: QUOTE_HOUR, schema: QuoteHourSchema },
            { name: STORED_RATE_LIST, schema: StoredRateListSchema },
            { name: ShopRateList.name, schema: ShopRateListSchema },
            { name: ShopRateListRevision.name, schema: ShopRateListRevisionSchema },
            { name: ShopCustomTables.name, schema: ShopCustomTablesSchema },
            { name: ShopRateRows.name, schema: ShopRateRowsSchema },
            { name: ShopHold.name, schema: ShopHoldSchema },
          ],
          PRICING_DB,
        ),
      ],
      controllers: [
        auditController(audit.pricing, PricingAudit),
        MarketController,
        PriceSettingsController,
        DutiesController,
        RateHistoryController,
        RateListsController,
        ListRemindersController,
        ShopRateListsController,
        CustomTablesController,
        RateRowsController,
        HoldsController,
        EstimatesController,
      ],
      providers: [
        { provide: PRICING_CONFIG, useValue: config },
        Deletions,
        OrphansSweep,
        PricingAudit,
        ...QUOTES,
        ...ASKING,
        ...JUDGING,
        ...MARKET_ADMIN,
        ...PRICE_SETTINGS,
        ...DUTIES,
        ...HISTORY,
        ...RATE_LISTS,
        ...OWN_LISTS,
        ...TABLES,
        ...RATE_ROWS,
        ...HOLDS,
      ],
    };
  }
}
