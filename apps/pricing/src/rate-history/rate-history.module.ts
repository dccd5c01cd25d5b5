import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { MarketLeaseModule } from '../market/asking/market-lease.module.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG, PRICING_DB } from '../pricing.tokens.js';
import { QUOTE_HOUR, QuoteHourSchema } from './quote-hour.schema.js';
import { QuoteHoursRepository } from './quote-hours.repository.js';
import { QuoteHoursRoller } from './quote-hours.roller.js';
import { RateHistoryController } from './rate-history.controller.js';
import { RateHistoryService } from './rate-history.service.js';

@Module({})
export class RateHistoryModule {
  /** `sources` are the modules of quotes and lists. */
  static with(config: PricingConfig, sources: DynamicModule[]): DynamicModule {
    return {
      module: RateHistoryModule,
      imports: [
        MongooseModule.forFeature([{ name: QUOTE_HOUR, schema: QuoteHourSchema }], PRICING_DB),
        MarketLeaseModule,
        ...sources,
      ],
      providers: [{ provide: PRICING_CONFIG, useValue: config }, QuoteHoursRepository, QuoteHoursRoller, RateHistoryService],
      controllers: [RateHistoryController],
    };
  }
}
