import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { PriceSettingsModule } from '../price-settings/price-settings.module.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG, PRICING_DB } from '../pricing.tokens.js';
import { MarketAdminService } from './market.admin.service.js';
import { MarketHistoryService } from './market.history.service.js';
import { HeldQuotes } from './held-quotes.js';
import { QuarantineService } from './quarantine.service.js';
import { WithdrawalsService } from './withdrawals.service.js';
import { MarketAsking } from './market.asking.js';
import { MarketController } from './market.controller.js';
import { MarketLeaseModule } from './market-lease.module.js';
import { MarketPoller } from './market.poller.js';
import { MarketPublisher } from './market.publisher.js';
import { MarketJudge } from './market.judge.js';
import { MarketService } from './market.service.js';
import { MarketSources } from './market.sources.js';
import { MarketTicker } from './market.ticker.js';
import { PollerState, PollerStateSchema } from './poller-state.schema.js';
import { PollerStateRepository } from './poller-state.repository.js';
import { QuarantineRepository } from './quarantine.repository.js';
import { STORED_QUOTE, StoredQuoteSchema } from './quote.schema.js';
import { QuotesRepository } from './quotes.repository.js';
import { Refusal, RefusalSchema } from './refusal.schema.js';
import { SourceWords } from './source-words.js';

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
        SourceWords,
        MarketJudge,
        MarketService,
        MarketPublisher,
        MarketAsking,
        MarketAdminService,
        MarketHistoryService,
        QuarantineService,
        WithdrawalsService,
        MarketPoller,
        MarketTicker,
      ],
      exports: [HeldQuotes, MongooseModule, QuotesRepository],
    };
  }
}
