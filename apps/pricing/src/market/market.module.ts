import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PriceSettingsModule } from '../price-settings/price-settings.module.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG, PRICING_DB } from '../pricing.tokens.js';
import { MarketAdminService } from './admin/market.admin.service.js';
import { MarketHistoryService } from './admin/market.history.service.js';
import { HeldQuotes } from './publishing/held-quotes.js';
import { QuarantineService } from './judging/quarantine.service.js';
import { WithdrawalsService } from './admin/withdrawals.service.js';
import { WithdrawalsSweep } from './admin/withdrawals.sweep.js';
import { MarketAsking } from './asking/market.asking.js';
import { MarketController } from './market.controller.js';
import { MarketLeaseModule } from './asking/market-lease.module.js';
import { MarketPoller } from './asking/market.poller.js';
import { MarketPublisher } from './publishing/market.publisher.js';
import { MarketJudge } from './judging/market.judge.js';
import { MarketSources } from './asking/market.sources.js';
import { MarketTicker } from './asking/market.ticker.js';
import { PollerState, PollerStateSchema } from './asking/poller-state.schema.js';
import { PollerStateRepository } from './asking/poller-state.repository.js';
import { QuarantineRepository } from './judging/quarantine.repository.js';
import { STORED_QUOTE, StoredQuoteSchema } from './publishing/quote.schema.js';
import { QuotesRepository } from './publishing/quotes.repository.js';
import { Refusal, RefusalSchema } from './judging/refusal.schema.js';
import { HeardPrices } from './judging/heard-prices.js';

const COLLECTIONS = [
  { name: STORED_QUOTE, schema: StoredQuoteSchema },
  { name: Refusal.name, schema: RefusalSchema },
  { name: PollerState.name, schema: PollerStateSchema },
];

@Module({})
export class MarketModule {
  static with(config: PricingConfig): DynamicModule {
    return {
      module: MarketModule,
      imports: [MongooseModule.forFeature(COLLECTIONS, PRICING_DB), PriceSettingsModule.with(config), MarketLeaseModule],
      controllers: [MarketController],
      providers: [
        { provide: PRICING_CONFIG, useValue: config },
        QuotesRepository,
        HeldQuotes,
        QuarantineRepository,
        PollerStateRepository,
        MarketSources,
        HeardPrices,
        MarketJudge,
        MarketPublisher,
        MarketAsking,
        MarketAdminService,
        MarketHistoryService,
        QuarantineService,
        WithdrawalsService,
        WithdrawalsSweep,
        MarketPoller,
        MarketTicker,
      ],
      exports: [HeldQuotes, MongooseModule, QuotesRepository],
    };
  }
}
