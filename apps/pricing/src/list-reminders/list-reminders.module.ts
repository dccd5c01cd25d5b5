import { type DynamicModule, Module } from '@nestjs/common';
import { MarketLeaseModule } from '../market/market-lease.module.js';
import type { PricingConfig } from '../pricing.config.js';
import { PRICING_CONFIG } from '../pricing.tokens.js';
import { ListRemindersSweep } from './list-reminders.sweep.js';

@Module({})
export class ListRemindersModule {
  /** `lists` are the modules of both kinds of list. */
  static with(config: PricingConfig, lists: DynamicModule[]): DynamicModule {
    return {
      module: ListRemindersModule,
      imports: [...lists, MarketLeaseModule],
      providers: [{ provide: PRICING_CONFIG, useValue: config }, ListRemindersSweep],
    };
  }
}
